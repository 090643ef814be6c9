"""The autograd graph as an SVG picture: leaves at the top, the loss at the bottom."""

from tensorlab.explain.gradients.graph import GraphNode
from tensorlab.render.look.svg import LINE, MARGIN, arrow, box, document, text, text_width
from tensorlab.render.tensors.value import one_line
from tensorlab.workspace.summary import shape_text

ACROSS, DOWN, PADDING = 40, 46, 12
LONGEST = 40


def graph_svg(nodes: tuple[GraphNode, ...]) -> str:
    """Return a picture of the graph with values forward and gradients backward."""
    layers = layered(nodes)
    sizes = [(width_of(node), LINE * len(lines_of(node)) + PADDING) for node in nodes]
    widths = [sum(sizes[place][0] + ACROSS for place in layer) - ACROSS for layer in layers]
    whole = max(widths)
    places: dict[int, tuple[float, float]] = {}
    y = float(MARGIN)
    for layer, width in zip(layers, widths, strict=True):
        x = MARGIN + (whole - width) / 2
        for place in layer:
            places[place] = (x, y)
            x += sizes[place][0] + ACROSS
        y += max(sizes[place][1] for place in layer) + DOWN
    parts = [
        edge(places[source], sizes[source], places[place], sizes[place])
        for place, node in enumerate(nodes)
        for source in node.sources
    ]
    for place, node in enumerate(nodes):
        inside = "".join(drawn(node, places[place], sizes[place]))
        parts.append(f'<g class="node" data-number="{node.number}">{inside}</g>')
    title = f"autograd graph of {nodes[0].name or nodes[0].label}"
    return document(parts, whole + 2 * MARGIN, y - DOWN + MARGIN, title)


def layered(nodes: tuple[GraphNode, ...]) -> list[list[int]]:
    """Return the nodes in layers: each one just above the first of those that use it."""
    heights = [0] * len(nodes)
    waiting = [0]
    while waiting:
        place = waiting.pop()
        for source in nodes[place].sources:
            if heights[source] <= heights[place]:
                heights[source] = heights[place] + 1
                waiting.append(source)
    layers: list[list[int]] = [[] for _ in range(max(heights) + 1)]
    for place, height in enumerate(heights):
        layers[-1 - height].append(place)
    return layers


def lines_of(node: GraphNode) -> list[tuple[str, str]]:
    """Return the lines of a node, each with its style."""
    name = f"{cut(node.text)}: " if node.text else ""
    lines = [(f"{name}{node.label} {shape_text(node.shape)}", "heading")]
    if node.value is not None:
        lines.append((cut(f"value {one_line(node.value)}"), ""))
    if node.gradient is not None:
        lines.append((cut(f"gradient {one_line(node.gradient)}"), "second"))
    return lines


def cut(words: str) -> str:
    """Return words that do not make a box too wide."""
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 3]}..."


def width_of(node: GraphNode) -> float:
    """Return the width of a node's box."""
    return max(text_width(words) for words, _ in lines_of(node)) + 2 * PADDING


def edge(
    start: tuple[float, float],
    start_size: tuple[float, float],
    end: tuple[float, float],
    end_size: tuple[float, float],
) -> str:
    """Return the arrow from a source down to what was made of it."""
    return arrow(
        start[0] + start_size[0] / 2, start[1] + start_size[1], end[0] + end_size[0] / 2, end[1]
    )


def drawn(node: GraphNode, place: tuple[float, float], size: tuple[float, float]) -> list[str]:
    """Return the box of a node with its lines."""
    style = "active" if node.label == "leaf" else "cell"
    parts = [box(*place, *size, style, 6)]
    for line, (words, kind) in enumerate(lines_of(node)):
        parts.append(text(place[0] + PADDING, place[1] + LINE * line + 20, words, kind))
    return parts
