"""`python -m strata_spark`, and what `spark-submit` starts."""

import sys

from strata_spark.cli import main

sys.exit(main())
