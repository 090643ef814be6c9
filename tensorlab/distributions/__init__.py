"""torch.distributions: densities, samples and what is known of them, a file for each idea."""

from tensorlab.ops.modules import shelf

FILES = {
    "distribution": "Distribution",
    "normal": "Normal LogNormal HalfNormal",
    "multivariate_normal": "MultivariateNormal",
    "uniform": "Uniform",
    "gamma": "Gamma Exponential Chi2 StudentT",
    "dirichlet": "Dirichlet Beta",
    "heavy_tails": "Laplace Cauchy HalfCauchy Gumbel",
    "counts": "Poisson Geometric Binomial NegativeBinomial",
    "categories": "Bernoulli Categorical OneHotCategorical Multinomial",
    "composed": "Independent MixtureSameFamily TransformedDistribution",
    "transforms": "AbsTransform AffineTransform ComposeTransform ExpTransform PowerTransform "
    "SigmoidTransform SoftmaxTransform TanhTransform Transform",
    "kl": "kl_divergence",
}
FILE_OF = {name: file for file, names in FILES.items() for name in names.split()}
PARTS = {"constraints", "kl", "transforms"}

__getattr__, __dir__ = shelf("torch.distributions", FILE_OF, PARTS)
