from torch.backends import cuda as cuda
