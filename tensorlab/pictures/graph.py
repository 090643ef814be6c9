"""The autograd graph as an SVG picture: leaves at the top, the loss at the bottom."""

from tensorlab.explain.gradients.graph import GraphNode
from tensorlab.frozen import replace
from tensorlab.pictures.grids import LONGEST_TITLE, shortened
from tensorlab.render.explanations.graph_tree import shortened as cut
from tensorlab.render.look.svg import LINE, MARGIN, arrow, box, document, text, text_width
from tensorlab.render.tensors.value import one_line
from tensorlab.wording import counted
from tensorlab.workspace.summary import shape_text

ACROSS, DOWN, PADDING, LANE = 40, 46, 12, 14
MOST_STEPS = 20


def graph_svg(nodes: tuple[GraphNode, ...]) -> str:
    """Return a picture of the graph with values forward and gradients backward."""
    nodes = nearest(nodes)
    layers = layered(nodes)
    sizes = [(width_of(node), LINE * len(lines_of(node)) + PADDING) for node in nodes]
    widths = [sum(sizes[place][0] + ACROSS for place in layer) - ACROSS for layer in layers]
    whole = max(widths)
    # of the line down from a node: its layer's floor
    ends: dict[int, tuple[float, float]] = {}
    lanes: dict[int, float] = {}
    y = float(MARGIN)
    lines, boxes = [], []
    for layer, width in zip(layers, widths, strict=True):
        x = MARGIN + (whole - width) / 2
        floor = y + max(sizes[place][1] for place in layer)
        for place in layer:
            ends[place] = middle, _ = x + sizes[place][0] / 2, floor
            for source in nodes[place].sources:
                if ends[source][1] + DOWN < y:  # it goes around the layers between
                    lanes.setdefault(source, MARGIN + whole + LANE * (len(lanes) + 1))
                lines.append(arrow(*ends[source], middle, y, lanes.get(source)))
            lines.append(f'<path class="edge" d="M{middle:.1f} {y:.1f} V{floor:.1f}"/>')
            boxes.append(drawn(nodes[place], (x, y), sizes[place]))
            x += sizes[place][0] + ACROSS
        y = floor + DOWN
    title = f"autograd graph of {nodes[0].name or nodes[0].label}"
    width = whole + LANE * len(lanes) + 2 * MARGIN
    return document([*lines, *boxes], width, y - DOWN + MARGIN, title)


def nearest(nodes: tuple[GraphNode, ...]) -> tuple[GraphNode, ...]:
    """Return the steps nearest to the loss, as many as can be read, and how many lead to them."""
    if len(nodes) <= MOST_STEPS + 1:
        return nodes
    near = [0]
    for place in near:  # which grows meanwhile
        fresh = [each for each in dict.fromkeys(nodes[place].sources) if each not in near]
        near += fresh[: MOST_STEPS - len(near)]
    numbers = {place: at for at, place in enumerate(near)}
    sources = ([numbers.get(each, len(near)) for each in nodes[place].sources] for place in near)
    kept = [replace(nodes[at], sources=found) for at, found in zip(near, sources, strict=True)]
    return (*kept, GraphNode(counted(len(nodes) - len(near), "more step"), "", (), None, None, []))


def layered(nodes: tuple[GraphNode, ...]) -> list[list[int]]:
    """Return the nodes in layers: each one just above the first of those that use it."""
    heights = [0] * len(nodes)
    for place in sorted(range(len(nodes)), key=lambda place: -nodes[place].number):
        for source in nodes[place].sources:
            heights[source] = max(heights[source], heights[place] + 1)
    levels = range(max(heights), -1, -1)
    return [[place for place, at in enumerate(heights) if at == level] for level in levels]


def lines_of(node: GraphNode) -> list[tuple[str, str]]:
    """Return the lines of a node, each with its style."""
    shape = shape_text(node.shape) if node.number else ""  # many steps have none
    head = f"{shortened(node.text)}: {node.label} {shape}".strip(": ")
    found = (("value", node.value, ""), ("gradient", node.gradient, "second"))
    known = [(f"{name} {one_line(each)}", role) for name, each, role in found if each is not None]
    return [(head, "heading"), *((cut(words, LONGEST_TITLE), role) for words, role in known)]


def width_of(node: GraphNode) -> float:
    """Return the width of a node's box."""
    return max(text_width(words) for words, _ in lines_of(node)) + 2 * PADDING


def drawn(node: GraphNode, place: tuple[float, float], size: tuple[float, float]) -> str:
    """Return the box of a node with its lines; what passes behind it is hidden."""
    style = "active" if node.label == "leaf" else "cell"
    parts = [box(*place, *size, "ground", 6), box(*place, *size, style, 6)]
    for line, (words, kind) in enumerate(lines_of(node)):
        parts.append(text(place[0] + PADDING, place[1] + LINE * line + 20, words, kind))
    return f'<g class="node" data-number="{node.number}">{"".join(parts)}</g>'
