"""Arrays by what they hold: one name for each width that kernels and counters read.

Compiled code checks the arrays itself; the names are for readers and for mypy.
"""

import numpy as np
from numpy.typing import NDArray

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Whole = NDArray[np.int64]
Words = NDArray[np.uint64]  # Sets of cards as bits, hashes, and what the generator draws.
Int8s = NDArray[np.int8]
Int16s = NDArray[np.int16]
Int32s = NDArray[np.int32]
Bytes = NDArray[np.uint8]
UInt16s = NDArray[np.uint16]
UInt32s = NDArray[np.uint32]
