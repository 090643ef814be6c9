"""torch.backends.cuda.matmul: switches of products that programs set and read again."""

allow_tf32 = False
allow_fp16_reduced_precision_reduction = True
allow_bf16_reduced_precision_reduction = True
