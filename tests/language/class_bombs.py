"""Classes whose special methods never end, or ask for ever more: each is stopped by its limits."""

IN_CLASS = [
    "def __len__(self):\n        while True: pass\nlen(A())",
    "def __len__(self): return len(self)\nlen(A())",
    "def __eq__(self, o):\n        while True: pass\nA() == A()",
    "def __eq__(self, o): return self == o\nA() == A()",
    "def __eq__(self, o): return [self] == [o]\n[A()] == [A()]",
    "def __eq__(self, o): return 0\n    def __hash__(self): return 1\n{A() for i in range(10**6)}",
    "def __hash__(self): return hash(self)\n{A(): 1}",
    "def __hash__(self): return hash((self,))\nhash(A())",
    "def __repr__(self): return repr(self)\nrepr(A())",
    "def __repr__(self): return f'{[self]}'\nprint([A()])",
    "def __repr__(self): return 'x' * 10**7\nprint([A()] * 10**4)",
    "def __str__(self): return str(self)\nstr(A())",
    "def __str__(self): return 'x' * 10**9\nstr(A())",
    "def __getattr__(self, n): return getattr(self, n)\nA().x",
    "def __getattr__(self, n): return self.x\nA().x",
    "def __getattr__(self, n):\n        while True: pass\nhasattr(A(), 'x')",
    "def __getitem__(self, i): return i\nlist(A())",
    "def __getitem__(self, i): return i\n-1 in A()",
    "def __getitem__(self, i): return self[i]\nA()[0]",
    "def __iter__(self): return iter(self)\nlist(A())",
    "def __iter__(self): return self\n    def __next__(self): return 1\nlist(A())",
    "def __iter__(self): return self\n    def __next__(self): return 1\nsum(A())",
    "def __iter__(self): return self\n    def __next__(self): return 1\nmax(A())",
    "def __iter__(self): return self\n    def __next__(self): return 1\n2 in A()",
    "def __iter__(self): return self\n    def __next__(self): return 1\nfor x in A(): pass",
    "def __iter__(self): return self\n    def __next__(self): return 1\na, *b = A()",
    "def __iter__(self): return self\n    def __next__(self): return 1\nprint(*A())",
    "def __iter__(self): return self\n    def __next__(self): return 1\n''.join(A())",
    "def __iter__(self): return self\n    def __next__(self): return 1\nx = [1]\nx.extend(A())",
    "def __iter__(self): return self\n    def __next__(self): return 1\ndict.fromkeys(A())",
    "def __iter__(self): return self\n    def __next__(self): return 'a'\nset(map(str, A()))",
    "def __contains__(self, x): return x in self\n1 in A()",
    "def __add__(self, o): return self + o\nA() + 1",
    "def __add__(self, o): return o + self\n    __radd__ = __add__\nA() + A()",
    "def __iadd__(self, o):\n        self += o\n        return self\nx = A()\nx += 1",
    "def __lt__(self, o): return sorted([self, o])\nsorted([A(), A()])",
    "def __lt__(self, o):\n        while True: pass\nmin([A(), A()])",
    "def __bool__(self): return bool(self)\nif A(): pass",
    "def __bool__(self):\n        while True: pass\nnot A()",
    "def __index__(self): return [1][self]\n[1][A()]",
    "def __int__(self): return 1 << 10**7\nint(A())",
    "def __int__(self): return int(self)\nint(A())",
    "def __float__(self): return float(self)\nfloat(A())",
    "def __neg__(self): return -self\n-A()",
    "def __abs__(self): return abs(self)\nabs(A())",
    "def __call__(self): return self()\nA()()",
    "def __call__(self, x): return list(map(self, [x]))\nA()(1)",
    "def __call__(self):\n        while True: pass\nA()()",
    "def __init__(self): A()\nA()",
    "def __init__(self): self.a = [A() for i in range(2)]\nA()",
    "def __init__(self): self.a = [0] * 10**6\n[A() for i in range(10**6)]",
    "@property\n    def p(self): return self.p\nA().p",
    "@property\n    def p(self):\n        while True: pass\nhasattr(A(), 'p')",
    "p = property(lambda self: 1)\n    @p.setter\n    def p(self, v): self.p = v\nA().p = 1",
    "def f(self): return super().f()\nclass B(A):\n    def f(self): return self.f()\nB().f()",
    "while True: pass",
    "x = [0] * 10**10",
    "x = [i for i in range(10**12)]",
    "f = lambda self: self.f()\nA().f()",
]
OTHERS = [
    "while True:\n    class A: pass",
    "while True:\n    class A(ValueError): pass",
    "x = []\nwhile True:\n    class A: pass\n    x.append(A)",
    "class A: pass\nwhile True:\n    class A(A): pass",
    "def f():\n    class A: x = f()\nf()",
    "class A: pass\na = A()\ni = 0\nwhile True:\n    i += 1\n    setattr(a, 'x' * i, i)",
    "class A: pass\ni = 0\nwhile True:\n    i += 1\n    setattr(A, f'x{i}', [0] * 1000)",
    "class A: pass\na = A()\na.x = a\nwhile True: a = a.x",
    "class E(Exception):\n    def __str__(self): return str(self)\nraise E",
    "class E(Exception):\n    def __repr__(self): return repr(self)\nprint([E()])",
    "class E(Exception):\n    def __str__(self):\n        while True: pass\nraise E",
    "class E(Exception):\n    def __str__(self): return 'x' * 10**9\nraise E",
    "class E(Exception):\n    def __init__(self): raise E\nraise E",
]
DOUBLED = "from torch import nn\nm = nn.ReLU()\nfor i in range(60): m = nn.Sequential(m, m)\n"
APART = (
    "from torch import nn\nm = nn.ReLU()\n"
    "for i in range(60): m = nn.Sequential(nn.Sequential(m), nn.Sequential(m))\n"
)
NETS = [
    *(
        start + program
        for start in (DOUBLED, APART)
        for program in ("m(torch.ones(2))", "repr(m)", "print([m])", "m.state_dict()")
    ),
    *(
        APART + program
        for program in (
            "m.train()",
            "m.eval()",
            "m.apply(lambda m: None)",
            "m.double()",
            "m.to(torch.float64)",
            "m.load_state_dict({})",
            "m.load_state_dict({}, strict=False)",
        )
    ),
    "from torch import nn\nm = nn.Sequential()\nm.append(m)\nm(1)",
    "from torch import nn\nm = nn.Sequential()\nm.append(m)\nrepr(m)",
    "from torch import nn\nm = nn.Sequential()\nm.append(m)\nm.train()",
    "from torch import nn\nm = nn.Sequential()\nm.append(m)\nm.state_dict()",
    "from torch import nn\nm = nn.ReLU()\nfor i in range(10**6): m = nn.Sequential(m)\nm(1)",
    "torch.nn.Linear(10**6, 10**6)",
    "torch.nn.Linear(10**12, 10**12)",
    "torch.nn.Embedding(10**9, 10**3)",
    "torch.nn.Conv2d(10**5, 10**5, 100)",
    "torch.nn.BatchNorm1d(10**10)",
    "torch.nn.Parameter(torch.empty(10**10))",
    "[torch.nn.Linear(1000, 1000) for i in range(10**4)]",
    "m = torch.nn.Linear(3000, 3000)\nx = torch.ones(3000, 3000)\nwhile True: x = m(x)",
    "torch.nn.Upsample(scale_factor=10**5)(torch.ones(1, 1, 9, 9))",
    "torch.nn.ZeroPad2d(10**6)(torch.ones(1, 1, 2, 2))",
    "class N(torch.nn.Module):\n    def forward(self, x): return self(x)\nN()(1)",
    "class N(torch.nn.Module):\n    def forward(self, x):\n        while True: pass\nN()(1)",
    "class N(torch.nn.Module):\n    def extra_repr(self): return repr(self)\nprint(N())",
    "class N(torch.nn.Module):\n    def children(self): return [self]\nN().train()",
    "class N(torch.nn.Module):\n    def train(self, m=True): return self.train(m)\nN().eval()",
    "m = torch.nn.ReLU()\nm.register_forward_hook(lambda m, i, o: m(o))\nm(torch.ones(1))",
    "m = torch.nn.ReLU()\nwhile True: m.register_forward_hook(print)",
    "m = torch.nn.ReLU()\ni = 0\nwhile True:\n    i += 1\n    setattr(m, f'x{i}', [0] * 1000)",
]
ENDLESS = """class E(torch.utils.data.IterableDataset):
    def __iter__(self): return iter(int, 1)
"""
IMPORT = (
    ENDLESS + "from torch.utils.data import BatchSampler, DataLoader, RandomSampler, random_split\n"
)
DATA = [
    *(
        IMPORT + program
        for program in (
            "list(DataLoader(range(10**12)))",
            "list(DataLoader(range(10**12), batch_size=10**10))",
            "list(DataLoader(range(10**12), shuffle=True))",
            "list(BatchSampler(range(10**12), 10**11, False))",
            "list(RandomSampler(range(9), replacement=True, num_samples=10**12))",
            "list(RandomSampler(range(9), num_samples=10**12))",
            "random_split(range(10**12), [10**12])",
            "list(DataLoader([1], batch_sampler=iter(lambda: [0], 1)))",
            "list(DataLoader([1], sampler=iter(int, 1)))",
            "list(DataLoader(E(), batch_size=10**9))",
            "d = DataLoader([1], collate_fn=lambda b: list(d))\nlist(d)",
        )
    ),
    "class D(torch.utils.data.Dataset):\n    def __getitem__(self, i): return self[i]\nD()[0]",
]
STEPS = [
    f"w = torch.ones(1, requires_grad=True)\no = torch.optim.SGD([w], lr=1.)\n{program}"
    for program in (
        "o.step(lambda: o.step(lambda: 1))\nwhile True: o.step()",
        "def f(): return o.step(f)\no.step(f)",
        "while True: o.add_param_group({'params': [torch.ones(10)]})",
        "torch.optim.lr_scheduler.LambdaLR(o, lambda e: 1 / (e - e))\nwhile 1: pass",
        "def f(e):\n    while True: pass\ntorch.optim.lr_scheduler.LambdaLR(o, f)",
    )
]
BOMBS = [f"class A:\n    {program}" for program in IN_CLASS] + OTHERS + NETS + STEPS + DATA
