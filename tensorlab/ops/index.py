"""Made from the declarations; `python -m tensorlab.ops.stubs` makes it anew."""

# A family, a namespace, and names in it that the family declares; many of them take several lines.
LINES = """\
autograd.custom torch.autograd Function
autograd.derivatives torch.autograd.functional hessian jacobian jvp vjp
autograd.differentiation torch detach_
autograd.differentiation torch.Tensor backward detach_ requires_grad_
autograd.differentiation torch.autograd Variable backward grad
autograd.hooks torch.Tensor register_hook register_post_accumulate_grad_hook retain_grad
autograd.jacobians torch.func hessian jacfwd jacrev
autograd.mapping torch vmap
autograd.mapping torch.func vmap
autograd.second_products torch.autograd.functional hvp vhp
autograd.transforms torch.func grad grad_and_value jvp linearize vjp
creation.beside torch empty_permuted empty_strided
creation.beside torch.Tensor new new_empty new_empty_strided new_full new_ones new_tensor new_zeros
creation.buffers torch frombuffer
creation.from_values torch empty empty_like full full_like ones ones_like tensor zeros zeros_like
creation.grids torch cartesian_prod combinations meshgrid
creation.sequences torch arange linspace logspace range
creation.sharing torch as_tensor asarray eye scalar_tensor
creation.signal_windows torch.signal.windows bartlett blackman cosine exponential gaussian
creation.signal_windows torch.signal.windows general_cosine general_hamming hamming hann kaiser
creation.signal_windows torch.signal.windows nuttall
creation.tensor_types torch.Tensor made_of
creation.triangle_indices torch tril_indices triu_indices
creation.windows torch bartlett_window blackman_window hamming_window hann_window kaiser_window
devices.accelerator torch.accelerator current_accelerator device_count is_available
devices.backends torch.backends.cpu get_cpu_capability
devices.backends torch.backends.cuda is_built
devices.backends torch.backends.cudnn is_available version
devices.backends torch.backends.mkl is_available
devices.backends torch.backends.mkldnn is_available
devices.backends torch.backends.mps is_available is_built
devices.backends torch.backends.openmp is_available
devices.backends torch.mps device_count is_available
devices.backends torch.xpu device_count is_available
devices.cuda torch.cuda current_device device_count empty_cache get_device_capability
devices.cuda torch.cuda get_device_name is_available is_initialized manual_seed manual_seed_all
devices.cuda torch.cuda max_memory_allocated mem_get_info memory_allocated memory_reserved
devices.cuda torch.cuda set_device synchronize
fourier.frequencies torch.fft fftfreq fftshift ifftshift rfftfreq
fourier.many_dimensions torch.fft fft2 fftn hfft2 hfftn ifft2 ifftn ihfft2 ihfftn irfft2 irfftn
fourier.many_dimensions torch.fft rfft2 rfftn
fourier.one_dimension torch.fft fft hfft ifft ihfft irfft rfft
fourier.short_time torch istft stft
fourier.short_time torch.Tensor istft stft
indexing.gathering torch gather index_select take take_along_dim
indexing.gathering torch.Tensor gather index_select take take_along_dim
indexing.index_reducing torch index_reduce
indexing.index_reducing torch.Tensor index_reduce index_reduce_
indexing.index_writing torch index_add index_copy index_fill
indexing.index_writing torch.Tensor index_add index_add_ index_copy index_copy_ index_fill
indexing.index_writing torch.Tensor index_fill_
indexing.places torch argwhere nonzero nonzero_static unravel_index
indexing.places torch.Tensor argwhere nonzero nonzero_static
indexing.putting torch index_put index_put_ put
indexing.putting torch.Tensor index_put index_put_ put put_
indexing.scatter_reducing torch scatter_reduce
indexing.scatter_reducing torch.Tensor scatter_reduce scatter_reduce_
indexing.scattering torch scatter scatter_add
indexing.scattering torch.Tensor scatter scatter_ scatter_add scatter_add_
indexing.selection torch masked_fill masked_scatter masked_select where
indexing.selection torch.Tensor masked_fill masked_fill_ masked_scatter masked_scatter_
indexing.selection torch.Tensor masked_select where
indexing.subscript_writing torch.Tensor __setitem__
indexing.subscripts torch.Tensor __delitem__ __getitem__
linear_algebra.batch_products torch addbmm baddbmm
linear_algebra.batch_products torch.Tensor addbmm addbmm_ baddbmm baddbmm_
linear_algebra.cholesky_factors torch cholesky
linear_algebra.cholesky_factors torch.Tensor cholesky
linear_algebra.cholesky_factors torch.linalg cholesky cholesky_ex
linear_algebra.contraction torch ger inner kron outer tensordot
linear_algebra.contraction torch.Tensor ger inner kron outer
linear_algebra.contraction torch.linalg vecdot
linear_algebra.determinants torch det logdet slogdet
linear_algebra.determinants torch.Tensor det logdet slogdet
linear_algebra.determinants torch.linalg det slogdet
linear_algebra.distances torch cdist dist
linear_algebra.distances torch.Tensor dist
linear_algebra.einsum torch einsum
linear_algebra.equations torch cholesky_inverse cholesky_solve lu_solve lu_unpack triangular_solve
linear_algebra.equations torch.Tensor cholesky_inverse cholesky_solve lu_solve triangular_solve
linear_algebra.equations torch.linalg diagonal lu_solve tensorinv tensorsolve
linear_algebra.factors torch.linalg lu lu_factor lu_factor_ex
linear_algebra.geometry torch cross vander
linear_algebra.geometry torch.Tensor cross
linear_algebra.geometry torch.linalg cross vander
linear_algebra.inverses torch inverse
linear_algebra.inverses torch.Tensor inverse
linear_algebra.inverses torch.linalg inv inv_ex solve solve_ex
linear_algebra.least_squares torch.linalg lstsq
linear_algebra.low_rank torch lobpcg pca_lowrank svd_lowrank
linear_algebra.matmul torch matmul
linear_algebra.matmul torch.Tensor __matmul__ __rmatmul__ matmul
linear_algebra.matmul torch.linalg matmul
linear_algebra.matrix torch bmm dot mm mv vdot
linear_algebra.matrix torch.Tensor bmm dot mm mv vdot
linear_algebra.matrix_functions torch chain_matmul matrix_exp matrix_power
linear_algebra.matrix_functions torch.Tensor matrix_exp matrix_power
linear_algebra.matrix_functions torch.linalg matrix_exp matrix_power multi_dot
linear_algebra.norms torch norm
linear_algebra.norms torch.Tensor norm
linear_algebra.norms torch.linalg matrix_norm norm vector_norm
linear_algebra.old_names torch frobenius_norm lu norm_except_dim nuclear_norm
linear_algebra.old_names torch.Tensor lu
linear_algebra.orthogonal torch pinverse qr
linear_algebra.orthogonal torch.Tensor pinverse qr
linear_algebra.orthogonal torch.linalg cond matrix_rank pinv qr
linear_algebra.products torch addmm addmv addmv_ addr
linear_algebra.products torch.Tensor addmm addmm_ addmv addmv_ addr addr_
linear_algebra.reflections torch geqrf orgqr ormqr
linear_algebra.reflections torch.Tensor geqrf orgqr ormqr
linear_algebra.reflections torch.linalg householder_product
linear_algebra.removed torch eig lstsq matrix_rank solve symeig
linear_algebra.removed torch.Tensor eig lstsq solve symeig
linear_algebra.singular_values torch svd
linear_algebra.singular_values torch.Tensor svd
linear_algebra.singular_values torch.linalg svd svdvals
linear_algebra.spectra torch.linalg eig eigh eigvals eigvalsh
linear_algebra.substitution torch.linalg solve_triangular
linear_algebra.symmetric_factors torch.linalg ldl_factor ldl_factor_ex ldl_solve
linear_algebra.triangles torch diag diag_embed diagflat trace tril triu
linear_algebra.triangles torch.Tensor diag diag_embed diagflat trace tril tril_ triu triu_
nn.activation torch prelu relu relu_ sigmoid sigmoid_
nn.activation torch.Tensor prelu relu relu_ sigmoid sigmoid_
nn.activation torch.nn.functional leaky_relu leaky_relu_ prelu relu relu_ sigmoid
nn.activation torch.special expit
nn.adaptive_pooling torch adaptive_avg_pool1d
nn.adaptive_pooling torch.nn.functional adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d
nn.adaptive_pooling torch.nn.functional adaptive_max_pool1d adaptive_max_pool2d adaptive_max_pool3d
nn.attention torch.nn.functional scaled_dot_product_attention
nn.batch_normalization torch.nn.functional batch_norm instance_norm local_response_norm
nn.binary_loss torch.nn.functional binary_cross_entropy binary_cross_entropy_with_logits
nn.channel_dropout torch.nn.functional alpha_dropout dropout1d dropout2d dropout3d
nn.channel_dropout torch.nn.functional feature_alpha_dropout
nn.classification torch.nn.functional cross_entropy nll_loss
nn.convolution torch conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d
nn.convolution torch.nn.functional conv1d conv2d conv3d conv_transpose1d conv_transpose2d
nn.convolution torch.nn.functional conv_transpose3d
nn.divergence torch.nn.functional kl_div
nn.dropout torch dropout
nn.dropout torch.nn.functional dropout
nn.embedding_bag torch.nn.functional embedding_bag
nn.exponential_units torch celu celu_ selu selu_
nn.exponential_units torch.nn.functional celu celu_ elu elu_ selu selu_
nn.fractional_pooling torch.nn.functional fractional_max_pool2d fractional_max_pool3d
nn.gates torch.nn.functional glu logsigmoid
nn.grid_sampling torch.nn.functional affine_grid grid_sample
nn.group_normalization torch group_norm
nn.group_normalization torch.nn.functional group_norm
nn.hard torch hardshrink threshold threshold_
nn.hard torch.Tensor hardshrink
nn.hard torch.nn.functional hardshrink hardsigmoid hardswish hardtanh hardtanh_ relu6 rrelu
nn.hard torch.nn.functional softshrink threshold threshold_
nn.interpolation torch.nn.functional interpolate upsample
nn.kernel_losses torch binary_cross_entropy_with_logits cosine_embedding_loss ctc_loss
nn.kernel_losses torch hinge_embedding_loss kl_div margin_ranking_loss poisson_nll_loss
nn.kernel_losses torch triplet_margin_loss
nn.kernels torch adaptive_max_pool1d affine_grid_generator alpha_dropout alpha_dropout_ batch_norm
nn.kernels torch conv_tbc convolution dropout_ embedding_bag embedding_renorm_ feature_alpha_dropout
nn.kernels torch feature_alpha_dropout_ feature_dropout feature_dropout_ grid_sampler
nn.kernels torch grid_sampler_2d grid_sampler_3d instance_norm max_pool1d_with_indices
nn.kernels torch.nn.functional conv_tbc
nn.layers torch bilinear embedding
nn.layers torch.nn.functional bilinear embedding linear
nn.likelihood_loss torch.nn.functional ctc_loss gaussian_nll_loss poisson_nll_loss
nn.linear_loss torch.nn.functional linear_cross_entropy
nn.loss torch.nn.functional huber_loss l1_loss mse_loss smooth_l1_loss
nn.margin_loss torch.nn.functional cosine_embedding_loss hinge_embedding_loss margin_ranking_loss
nn.margin_loss torch.nn.functional multi_margin_loss multilabel_margin_loss
nn.margin_loss torch.nn.functional multilabel_soft_margin_loss soft_margin_loss triplet_margin_loss
nn.margin_loss torch.nn.functional triplet_margin_with_distance_loss
nn.multihead torch.nn.functional multi_head_attention_forward
nn.native torch native_batch_norm native_dropout native_group_norm native_layer_norm
nn.normalization torch layer_norm rms_norm
nn.normalization torch.nn.functional layer_norm rms_norm
nn.old_names torch rrelu rrelu_
nn.old_names torch.nn.functional rrelu_ upsample_bilinear upsample_nearest
nn.one_hot torch.nn.functional one_hot
nn.padding torch constant_pad_nd
nn.padding torch.nn.functional pad
nn.patches torch.nn.functional fold unfold
nn.pooling torch avg_pool1d max_pool1d max_pool2d max_pool3d
nn.pooling torch.nn.functional avg_pool1d avg_pool2d avg_pool3d max_pool1d max_pool2d max_pool3d
nn.pooling_places torch.nn.functional adaptive_max_pool1d_with_indices
nn.pooling_places torch.nn.functional adaptive_max_pool2d_with_indices
nn.pooling_places torch.nn.functional adaptive_max_pool3d_with_indices
nn.pooling_places torch.nn.functional fractional_max_pool2d_with_indices
nn.pooling_places torch.nn.functional fractional_max_pool3d_with_indices max_pool1d_with_indices
nn.pooling_places torch.nn.functional max_pool2d_with_indices max_pool3d_with_indices
nn.power_pooling torch.nn.functional lp_pool1d lp_pool2d lp_pool3d
nn.shuffling torch channel_shuffle native_channel_shuffle pixel_shuffle pixel_unshuffle
nn.shuffling torch.nn.functional channel_shuffle native_channel_shuffle pixel_shuffle
nn.shuffling torch.nn.functional pixel_unshuffle
nn.similarity torch cosine_similarity pairwise_distance pdist
nn.similarity torch.nn.functional cosine_similarity normalize pairwise_distance pdist
nn.smooth torch.nn.functional gelu mish silu softplus softsign tanhshrink
nn.softmax torch log_softmax softmax
nn.softmax torch.Tensor log_softmax softmax
nn.softmax torch.nn.functional gumbel_softmax log_softmax softmax softmin
nn.softmax torch.special log_softmax softmax
nn.unpooling torch.nn.functional max_unpool1d max_unpool2d max_unpool3d
ordering.quantiles torch nanquantile quantile
ordering.quantiles torch.Tensor nanquantile quantile
ordering.ranks torch median mode nanmedian
ordering.ranks torch.Tensor median mode nanmedian
ordering.searching torch bucketize searchsorted
ordering.sorting torch argsort kthvalue msort sort topk
ordering.sorting torch.Tensor argsort kthvalue msort sort topk
pointwise.arithmetic torch add mul multiply neg neg_ negative negative_ positive rsub sub subtract
pointwise.arithmetic torch.Tensor __add__ __iadd__ __imul__ __isub__ __mul__ __neg__ __pos__
pointwise.arithmetic torch.Tensor __radd__ __rmul__ __rsub__ __sub__ add add_ mul mul_ multiply
pointwise.arithmetic torch.Tensor multiply_ neg neg_ negative negative_ positive sub sub_ subtract
pointwise.arithmetic torch.Tensor subtract_
pointwise.bessel torch.special airy_ai bessel_j0 bessel_j1 bessel_y0 bessel_y1 modified_bessel_i0
pointwise.bessel torch.special modified_bessel_i1 modified_bessel_k0 modified_bessel_k1
pointwise.bessel torch.special scaled_modified_bessel_k0 scaled_modified_bessel_k1
pointwise.bessel torch.special spherical_bessel_j0
pointwise.bits torch bitwise_and bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift
pointwise.bits torch bitwise_xor
pointwise.bits torch.Tensor __and__ __iand__ __ilshift__ __invert__ __ior__ __irshift__ __ixor__
pointwise.bits torch.Tensor __lshift__ __or__ __rand__ __rlshift__ __ror__ __rrshift__ __rshift__
pointwise.bits torch.Tensor __rxor__ __xor__ bitwise_and bitwise_and_ bitwise_left_shift
pointwise.bits torch.Tensor bitwise_left_shift_ bitwise_not bitwise_not_ bitwise_or bitwise_or_
pointwise.bits torch.Tensor bitwise_right_shift bitwise_right_shift_ bitwise_xor bitwise_xor_
pointwise.clamping torch clamp clamp_ clamp_max clamp_max_ clamp_min clamp_min_ clip clip_
pointwise.clamping torch.Tensor clamp clamp_ clamp_max clamp_max_ clamp_min clamp_min_ clip clip_
pointwise.comparison torch allclose eq equal fmax fmin ge greater greater_equal gt isclose isin le
pointwise.comparison torch less less_equal lt maximum minimum ne not_equal
pointwise.comparison torch.Tensor __eq__ __ge__ __gt__ __le__ __lt__ __ne__ allclose eq eq_ equal
pointwise.comparison torch.Tensor fmax fmin ge ge_ greater greater_ greater_equal greater_equal_ gt
pointwise.comparison torch.Tensor gt_ isclose le le_ less less_ less_equal less_equal_ lt lt_
pointwise.comparison torch.Tensor maximum minimum ne ne_ not_equal not_equal_
pointwise.complex_numbers torch angle complex conj conj_physical conj_physical_ imag polar real
pointwise.complex_numbers torch resolve_conj resolve_neg view_as_complex view_as_real
pointwise.complex_numbers torch.Tensor angle conj conj_physical conj_physical_ resolve_conj
pointwise.complex_numbers torch.Tensor resolve_neg
pointwise.compound torch addcdiv addcmul lerp
pointwise.compound torch.Tensor addcdiv addcdiv_ addcmul addcmul_ lerp lerp_
pointwise.division torch div divide floor_divide fmod gcd gcd_ lcm lcm_ reciprocal reciprocal_
pointwise.division torch remainder true_divide
pointwise.division torch.Tensor __floordiv__ __ifloordiv__ __imod__ __itruediv__ __mod__ __rdiv__
pointwise.division torch.Tensor __rfloordiv__ __rmod__ __rtruediv__ __truediv__ div div_ divide
pointwise.division torch.Tensor divide_ floor_divide floor_divide_ fmod fmod_ gcd gcd_ lcm lcm_
pointwise.division torch.Tensor reciprocal reciprocal_ remainder remainder_ true_divide true_divide_
pointwise.exponential torch exp exp2 exp2_ exp_ expm1 expm1_ log log10 log10_ log1p log1p_ log2
pointwise.exponential torch log2_ log_ logaddexp logaddexp2
pointwise.exponential torch.Tensor exp exp2 exp2_ exp_ expm1 expm1_ log log10 log10_ log1p log1p_
pointwise.exponential torch.Tensor log2 log2_ log_ logaddexp logaddexp2
pointwise.exponential torch.special exp2 expm1 log1p
pointwise.floats torch copysign float_power frexp heaviside ldexp ldexp_ nan_to_num nan_to_num_
pointwise.floats torch nextafter
pointwise.floats torch.Tensor copysign copysign_ float_power float_power_ frexp heaviside heaviside_
pointwise.floats torch.Tensor ldexp ldexp_ nan_to_num nan_to_num_ nextafter nextafter_
pointwise.gamma torch digamma i0 i0_ igamma igammac lgamma mvlgamma polygamma
pointwise.gamma torch.Tensor digamma digamma_ i0 i0_ igamma igamma_ igammac igammac_ lgamma lgamma_
pointwise.gamma torch.Tensor mvlgamma mvlgamma_ polygamma polygamma_
pointwise.gamma torch.special digamma gammainc gammaincc gammaln i0 i0e i1 i1e multigammaln
pointwise.gamma torch.special polygamma psi zeta
pointwise.logic torch is_nonzero is_signed isfinite isinf isnan isneginf isposinf isreal logical_and
pointwise.logic torch logical_not logical_or logical_xor signbit
pointwise.logic torch.Tensor is_nonzero is_signed isfinite isinf isnan isneginf isposinf isreal
pointwise.logic torch.Tensor logical_and logical_and_ logical_not logical_not_ logical_or
pointwise.logic torch.Tensor logical_or_ logical_xor logical_xor_ signbit
pointwise.polynomials torch.special chebyshev_polynomial_t chebyshev_polynomial_u
pointwise.polynomials torch.special chebyshev_polynomial_v chebyshev_polynomial_w
pointwise.polynomials torch.special hermite_polynomial_h hermite_polynomial_he laguerre_polynomial_l
pointwise.polynomials torch.special legendre_polynomial_p shifted_chebyshev_polynomial_t
pointwise.polynomials torch.special shifted_chebyshev_polynomial_u shifted_chebyshev_polynomial_v
pointwise.polynomials torch.special shifted_chebyshev_polynomial_w
pointwise.powers torch pow rsqrt rsqrt_ sqrt sqrt_ square square_
pointwise.powers torch.Tensor __ipow__ __pow__ __rpow__ pow pow_ rsqrt rsqrt_ sqrt sqrt_ square
pointwise.powers torch.Tensor square_
pointwise.rounding torch ceil ceil_ fix fix_ floor floor_ frac frac_ round round_ trunc trunc_
pointwise.rounding torch.Tensor ceil ceil_ fix fix_ floor floor_ frac frac_ round round_ trunc
pointwise.rounding torch.Tensor trunc_
pointwise.rounding torch.special round
pointwise.signs torch abs abs_ absolute sgn sign
pointwise.signs torch.Tensor __abs__ abs abs_ absolute absolute_ sgn sgn_ sign sign_
pointwise.special torch erf erf_ erfc erfc_ erfinv logit logit_ sinc sinc_ xlogy xlogy_
pointwise.special torch.Tensor erf erf_ erfc erfc_ erfinv erfinv_ logit logit_ sinc sinc_ xlogy
pointwise.special torch.Tensor xlogy_
pointwise.special torch.special entr erf erfc erfcx erfinv log_ndtr logit ndtr ndtri sinc xlog1py
pointwise.special torch.special xlogy
pointwise.trigonometry torch acos acos_ acosh acosh_ arccos arccos_ arccosh arccosh_ arcsin arcsin_
pointwise.trigonometry torch arcsinh arcsinh_ arctan arctan2 arctan_ arctanh arctanh_ asin asin_
pointwise.trigonometry torch asinh asinh_ atan atan2 atan_ atanh atanh_ cos cos_ cosh cosh_ deg2rad
pointwise.trigonometry torch deg2rad_ hypot rad2deg rad2deg_ sin sin_ sinh sinh_ tan tan_ tanh tanh_
pointwise.trigonometry torch.Tensor acos acos_ acosh acosh_ arccos arccos_ arccosh arccosh_ arcsin
pointwise.trigonometry torch.Tensor arcsin_ arcsinh arcsinh_ arctan arctan2 arctan2_ arctan_ arctanh
pointwise.trigonometry torch.Tensor arctanh_ asin asin_ asinh asinh_ atan atan2 atan2_ atan_ atanh
pointwise.trigonometry torch.Tensor atanh_ cos cos_ cosh cosh_ deg2rad deg2rad_ hypot hypot_ rad2deg
pointwise.trigonometry torch.Tensor rad2deg_ sin sin_ sinh sinh_ tan tan_ tanh tanh_
pointwise.trigonometry torch.nn.functional tanh
quantized.facts torch q_per_channel_axis q_per_channel_scales q_per_channel_zero_points q_scale
quantized.facts torch q_zero_point
quantized.facts torch.Tensor q_per_channel_axis q_per_channel_scales q_per_channel_zero_points
quantized.facts torch.Tensor q_scale q_zero_point qscheme
quantized.fake_quantizing torch fake_quantize_per_channel_affine fake_quantize_per_tensor_affine
quantized.layers torch quantized_batch_norm quantized_max_pool1d quantized_max_pool2d
quantized.quantizing torch _make_per_channel_quantized_tensor _make_per_tensor_quantized_tensor
quantized.quantizing torch dequantize int_repr quantize_per_channel quantize_per_tensor
quantized.quantizing torch quantize_per_tensor_dynamic
quantized.quantizing torch.Tensor dequantize int_repr
random.alike torch rand_like randint_like randn_like
random.generators torch get_rng_state initial_seed manual_seed seed set_rng_state
random.given_parameters torch bernoulli multinomial normal
random.given_parameters torch.Tensor bernoulli multinomial
random.overwriting torch.Tensor bernoulli_ cauchy_ exponential_ geometric_ log_normal_ normal_
random.overwriting torch.Tensor random_ uniform_
random.sampling torch rand randint randn randperm
random.trials torch binomial poisson
reduction.arg_extremes torch argmax argmin
reduction.arg_extremes torch.Tensor argmax argmin
reduction.careful_sums torch logsumexp nanmean nansum
reduction.careful_sums torch.Tensor logsumexp nanmean nansum
reduction.careful_sums torch.special logsumexp
reduction.counting torch bincount histc unique unique_consecutive
reduction.counting torch.Tensor bincount histc unique unique_consecutive
reduction.covariance torch corrcoef cov
reduction.covariance torch.Tensor corrcoef cov
reduction.differences torch cumulative_trapezoid diff renorm trapezoid trapz
reduction.differences torch.Tensor diff renorm renorm_
reduction.extremes torch amax amin aminmax max min
reduction.extremes torch.Tensor amax amin aminmax max min
reduction.hashing torch hash_tensor
reduction.hashing torch.Tensor hash_tensor
reduction.histograms torch histogram histogramdd
reduction.histograms torch.Tensor histogram
reduction.records torch cummax cummin logcumsumexp
reduction.records torch.Tensor cummax cummin logcumsumexp
reduction.scan torch cumprod cumsum
reduction.scan torch.Tensor cumprod cumprod_ cumsum cumsum_
reduction.segments torch segment_reduce
reduction.slopes torch gradient
reduction.totals torch mean prod sum
reduction.totals torch.Tensor mean prod sum
reduction.truth torch all any count_nonzero
reduction.truth torch.Tensor all any count_nonzero
reduction.variance torch std std_mean var var_mean
reduction.variance torch.Tensor std var
shape.at_least torch atleast_1d atleast_2d atleast_3d
shape.copies torch alias_copy as_strided_copy detach_copy diagonal_copy expand_copy permute_copy
shape.copies torch select_copy slice_copy split_copy split_with_sizes_copy squeeze_copy t_copy
shape.copies torch transpose_copy unbind_copy unfold_copy unsqueeze_copy view_as_complex_copy
shape.copies torch view_as_real_copy view_copy
shape.dimensions torch adjoint moveaxis movedim permute squeeze swapaxes swapdims t transpose
shape.dimensions torch unsqueeze
shape.dimensions torch.Tensor adjoint moveaxis movedim permute squeeze squeeze_ swapaxes swapaxes_
shape.dimensions torch.Tensor swapdims swapdims_ t t_ transpose transpose_ unsqueeze unsqueeze_
shape.joining torch block_diag cat column_stack concat concatenate dstack hstack row_stack stack
shape.joining torch vstack
shape.parts torch narrow narrow_copy select split split_with_sizes unbind
shape.parts torch.Tensor narrow narrow_copy select split split_with_sizes unbind
shape.repetition torch repeat_interleave tile
shape.repetition torch.Tensor repeat repeat_interleave tile
shape.replacing torch as_strided_scatter diagonal_scatter select_scatter slice_scatter
shape.replacing torch.Tensor as_strided_scatter diagonal_scatter select_scatter slice_scatter
shape.reshaping torch flatten ravel reshape unflatten
shape.reshaping torch.Tensor flatten ravel reshape reshape_as unflatten view view_as
shape.splitting torch chunk dsplit hsplit tensor_split unsafe_chunk unsafe_split
shape.splitting torch unsafe_split_with_sizes vsplit
shape.splitting torch.Tensor chunk dsplit hsplit tensor_split unsafe_chunk unsafe_split
shape.splitting torch.Tensor unsafe_split_with_sizes vsplit
shape.stretching torch broadcast_shapes broadcast_tensors broadcast_to
shape.stretching torch.Tensor broadcast_to expand expand_as sum_to_size
shape.transposed torch.Tensor H T mH mT
shape.turning torch flip fliplr flipud roll rot90
shape.turning torch.Tensor flip fliplr flipud roll rot90
shape.windows torch as_strided diagonal
shape.windows torch.Tensor as_strided diagonal unfold
sparse.arithmetic torch.sparse sum
sparse.coalescing torch.Tensor coalesce
sparse.compressed_checks torch.Tensor ccol_indices col_indices crow_indices row_indices
sparse.construction torch sparse_coo_tensor
sparse.construction torch.Tensor to_dense to_sparse
sparse.old_products torch dsmm hsmm smm spmm sspaddmm
sparse.old_products torch.Tensor smm sspaddmm
sparse.parts torch.Tensor _indices _nnz _values dense_dim indices is_coalesced sparse_dim values
sparse.products torch.sparse addmm mm
sparse.rows torch sparse_bsc_tensor sparse_bsr_tensor sparse_compressed_tensor sparse_csc_tensor
sparse.rows torch sparse_csr_tensor
sparse.rows torch.Tensor to_sparse_bsc to_sparse_bsr to_sparse_csc to_sparse_csr
sparse.specified torch.Tensor sparse_mask to_sparse_coo
sparse.specified torch.sparse log_softmax sampled_addmm softmax spdiags
tensor.attributes torch get_device is_same_size numel
tensor.attributes torch.Tensor data_ptr dim dim_order element_size get_device is_contiguous is_cpu
tensor.attributes torch.Tensor is_same_size is_set_to nbytes ndimension nelement numel output_nr
tensor.attributes torch.Tensor size storage_offset stride
tensor.conversion torch clone detach
tensor.conversion torch.Tensor bfloat16 bool byte cdouble cfloat chalf char clone contiguous cpu
tensor.conversion torch.Tensor cuda detach double float half int long short to type type_as
tensor.holding torch is_conj is_distributed
tensor.holding torch.Tensor is_conj is_distributed is_ipu is_maia is_mkldnn is_mps is_mtia is_nested
tensor.holding torch.Tensor is_pinned is_shared is_sparse_csr is_vulkan is_xla is_xpu map2_ map_
tensor.holding torch.Tensor name pin_memory resize resize_as share_memory_ volatile
tensor.machine torch are_deterministic_algorithms_enabled get_deterministic_debug_mode
tensor.machine torch get_float32_matmul_precision get_num_interop_threads get_num_threads
tensor.machine torch is_anomaly_enabled is_deterministic_algorithms_warn_only_enabled
tensor.machine torch is_inference_mode_enabled is_storage set_default_tensor_type
tensor.machine torch set_deterministic_debug_mode set_float32_matmul_precision set_flush_denormal
tensor.machine torch set_num_interop_threads set_num_threads typename use_deterministic_algorithms
tensor.overwriting torch fill fill_ zero_
tensor.overwriting torch.Tensor apply_ copy_ fill_ fill_diagonal_ zero_
tensor.python_values torch from_numpy
tensor.python_values torch.Tensor __array__ __array_wrap__ __bool__ __complex__ __contains__
tensor.python_values torch.Tensor __deepcopy__ __dlpack__ __dlpack_device__ __float__ __format__
tensor.python_values torch.Tensor __index__ __int__ __reduce_ex__ __reversed__ as_printed item numpy
tensor.python_values torch.Tensor tolist
tensor.resizing torch as_strided_ resize_as_
tensor.resizing torch.Tensor as_strided_ resize_ resize_as_ set_
tensor.settings torch can_cast get_default_device get_default_dtype is_complex is_floating_point
tensor.settings torch is_inference is_neg is_tensor is_warn_always_enabled promote_types result_type
tensor.settings torch set_default_device set_default_dtype set_warn_always
tensor.settings torch.Tensor is_complex is_floating_point is_inference is_neg
tensor.storages torch.Tensor storage untyped_storage
tensor.subclasses torch.Tensor _make_subclass as_subclass
"""
FAMILIES: dict[str, dict[str, str]] = {}  # for each namespace, its names' families
for family, home, *names in map(str.split, LINES.splitlines()):
    FAMILIES.setdefault(home, {}).update(dict.fromkeys(names, family))
