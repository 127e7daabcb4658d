"""Par sheets in each form they are written in; what is on them is in ``questions.sheet``. ``layout`` puts a sheet on a
page with ``many_rounds``, ``writers`` and ``workbook`` write it, and ``compare`` finds what changed since another."""

FORMATS = ("html", "pdf", "xlsx", "json", "csv")
