"""Par sheets: what is on them, and each form they are written in.

``sheet`` builds the ``records``, ``layout`` puts them on a page with the ``*_section`` modules. ``html``, ``pdf``,
``csv_file``, ``json_record`` and ``workbook`` write it. ``compare`` finds what changed since an earlier sheet.
"""
