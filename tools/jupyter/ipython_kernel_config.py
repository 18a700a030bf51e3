"""What `make install` gives the Python of the lessons: a kernel that says no more than "Python 3".

JupyterLab notes the version of Python in each notebook that it opens: by 3.11.7 a lesson written
with 3.12.1 would be changed, and ask to be saved, before anybody has read a word of it.
"""

from ipykernel.ipkernel import IPythonKernel

IPythonKernel.language_info = {**IPythonKernel.language_info, "version": "3"}
