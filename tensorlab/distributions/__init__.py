"""torch.distributions: densities, samples and what is known of them, a file for each idea."""

from tensorlab.distributions.transforms import FILE_OF as TRANSFORMS
from tensorlab.ops.modules import shelf

FILES = {
    "normal": "Normal LogNormal HalfNormal",
    "intervals": "Uniform ContinuousBernoulli Kumaraswamy",
    "von_mises": "VonMises",
    "multivariate_normal": "MultivariateNormal LowRankMultivariateNormal",
    "gamma": "Gamma Exponential Chi2 StudentT Dirichlet Beta",
    "heavy_tails": "Laplace Cauchy HalfCauchy Gumbel",
    "counts": "Poisson Geometric Binomial NegativeBinomial",
    "categories": "Bernoulli Categorical OneHotCategorical Multinomial",
    "composed": "Independent MixtureSameFamily TransformedDistribution",
    "distribution": "Distribution ExponentialFamily",
    "waiting": "GeneralizedPareto InverseGamma Pareto Weibull FisherSnedecor LogisticNormal",
    "relaxed": "OneHotCategoricalStraightThrough RelaxedBernoulli RelaxedOneHotCategorical",
    "matrices": "LKJCholesky Wishart",
    "registry": "biject_to transform_to",
    "kl": "kl_divergence register_kl",
}
FILE_OF = TRANSFORMS | {name: file for file, names in FILES.items() for name in names.split()}
PARTS = {"constraints", "kl", "transforms"}

__getattr__, __dir__ = shelf("torch.distributions", FILE_OF, PARTS)
