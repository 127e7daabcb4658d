"""Par sheets in each form they are written in; what is on them is in ``questions.sheet``.

``layout`` puts a sheet on a page with the ``*_section`` modules. ``html``, ``pdf``, ``csv_file`` and ``workbook`` write
it. ``compare`` finds what changed since an earlier sheet.
"""
