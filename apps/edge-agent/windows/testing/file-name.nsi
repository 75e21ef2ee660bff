; Writes what ReadFileName finds in this program's name to "found.txt" next to it.
;   makensis -DOUTPUT=file-name.exe file-name.nsi
Unicode true
Target amd64-unicode
RequestExecutionLevel user
SilentInstall silent
OutFile "${OUTPUT}"
!include LogicLib.nsh
!include TextFunc.nsh
!include WordFunc.nsh
Var Address
Var Code
!include ../file-name.nsh

Section
  Call ReadFileName
  FileOpen $0 "$EXEDIR\found.txt" w
  FileWrite $0 "$Address $Code"
  FileClose $0
SectionEnd
