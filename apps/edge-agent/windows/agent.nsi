; The installer of the agent, for one Windows user and without an administrator.
;   makensis -DVERSION=0.1.0 -DFILES=FOLDER -DLAUNCHER=bridge-agent.exe -DICON=favicon.ico \
;     -DOUTPUT=bridge-agent-setup.exe agent.nsi
; FILES has what a version consists of, and the COM hosts, which the agent moves to the launcher at its start, where they are
; the same for all versions. docs/windows.md describes the folder of the versions, which the agent changes, too.
; Programs of Windows are called by their path, because a download folder may contain others of their name.
; Flags: /S  /URL=ADDRESS  /CODE=PAIRING-CODE  /TOKENFILE=FILE  /NOSTART
; Exit codes: 0 installed, 1 canceled, 2 the address is missing, 3 the running agent does not end, 4 installed, but not
; connected, 5 a file could not be written.

Unicode true
Target amd64-unicode
; Otherwise the result depends on when its parts were built.
SetDateSave off
!ifdef QUICK
SetCompressor zlib
!else
SetCompressor /SOLID lzma
!endif
RequestExecutionLevel user
ManifestDPIAware true

!include FileFunc.nsh
!include LogicLib.nsh
!include MUI2.nsh
!include TextFunc.nsh
!include WordFunc.nsh

!define NAME "Bridge Service Agent"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\BridgeServiceAgent"
!define RUN_KEY "Software\Microsoft\Windows\CurrentVersion\Run"
!define DATA "$LOCALAPPDATA\BridgeServiceAgent"
!define EXIT_NO_ADDRESS 2
!define EXIT_STILL_RUNNING 3
!define EXIT_NOT_CONNECTED 4
!define EXIT_NOT_WRITTEN 5
; In half seconds, after the launcher has waited for the agent.
!define STOP_ATTEMPTS_MAX 60

Name "${NAME}"
OutFile "${OUTPUT}"
!ifdef SIGN_SCRIPT
  ; The uninstaller is a part of the installer, and is signed before it.
  !uninstfinalize 'sh "${SIGN_SCRIPT}" "%1"' = 0
!endif
InstallDir "$LOCALAPPDATA\Programs\BridgeServiceAgent"
; An update goes where the first installation went with /D.
InstallDirRegKey HKCU "${UNINSTALL_KEY}" InstallLocation
BrandingText "${NAME} ${VERSION}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "${NAME}"
VIAddVersionKey FileDescription "${NAME}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey LegalCopyright ""

Var Address
Var Code
Var TokenFile
; The version that is the current one in the end: that of this installer, or a newer one.
Var Version
Var AddressField
Var CodeField
; Whether address and code are those in the name of this file.
Var IsNamed

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_INSTFILESPAGE_FINISHHEADER_TEXT "The agent is installed"
!define MUI_INSTFILESPAGE_FINISHHEADER_SUBTEXT "Its icon next to the clock shows whether the company file is connected."

Page custom ShowConnection LeaveConnection
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE English

!include file-name.nsh

; Reads the value of a flag; sets the error flag if it is missing. The value, or flag and value, may be in quotation
; marks. GetOptions of FileFunc ends a value at a slash, which every address contains.
Function ReadFlag
  Exch $R0
  Push $R1
  Push $R2
  Push $R3
  Push $R4
  Push $R5
  ${GetParameters} $R1
  StrCpy $R1 " $R1 "
  StrLen $R3 $R0
  StrCpy $R2 0
  ClearErrors
  ${Do}
    ; The character before the flag, and the flag.
    StrCpy $R5 $R1 1 $R2
    IntOp $R2 $R2 + 1
    StrCpy $R4 $R1 $R3 $R2
    ${If} $R4 == $R0
      ${If} $R5 == " "
      ${OrIf} $R5 == '"'
        ${ExitDo}
      ${EndIf}
    ${EndIf}
    ${If} $R4 == ""
      SetErrors
      ${ExitDo}
    ${EndIf}
  ${Loop}
  StrCpy $R0 ""
  ${IfNot} ${Errors}
    IntOp $R2 $R2 + $R3
    StrCpy $R3 $R5
    StrCpy $R4 $R1 1 $R2
    ${If} $R4 == '"'
      StrCpy $R3 '"'
      IntOp $R2 $R2 + 1
    ${EndIf}
    ${Do}
      StrCpy $R4 $R1 1 $R2
      ${If} $R4 == $R3
      ${OrIf} $R4 == ""
        ${ExitDo}
      ${EndIf}
      StrCpy $R0 "$R0$R4"
      IntOp $R2 $R2 + 1
    ${Loop}
  ${Else}
    ; The check has cleared the flag.
    SetErrors
  ${EndIf}
  Pop $R5
  Pop $R4
  Pop $R3
  Pop $R2
  Pop $R1
  Exch $R0
FunctionEnd

!macro ReadFlag flag variable
  Push "${flag}"
  Call ReadFlag
  Pop ${variable}
!macroend
!define ReadFlag "!insertmacro ReadFlag"

Function .onInit
  ${ReadFlag} "/URL=" $Address
  ${ReadFlag} "/CODE=" $Code
  ${ReadFlag} "/TOKENFILE=" $TokenFile
  ; A person must see what the name says.
  ${IfNot} ${Silent}
  ${AndIf} "$Address$Code$TokenFile" == ""
    Call ReadFileName
    StrCpy $IsNamed $Code
  ${EndIf}
  ${If} ${Silent}
  ${AndIf} $Address == ""
  ${AndIfNot} ${FileExists} "${DATA}\agent.json"
    SetErrorLevel ${EXIT_NO_ADDRESS}
    Quit
  ${EndIf}
FunctionEnd

Function ShowConnection
  ${If} $IsNamed != ""
    !insertmacro MUI_HEADER_TEXT "Connect this PC to the address below?" "Choose Install only if the page that you came from has the same address."
  ${ElseIf} ${FileExists} "${DATA}\token"
    !insertmacro MUI_HEADER_TEXT "Connect a company file" "Leave both fields empty to keep the connection of this PC."
  ${Else}
    !insertmacro MUI_HEADER_TEXT "Connect a company file" "The portal shows the address and the pairing code."
  ${EndIf}
  nsDialogs::Create 1018
  Pop $0
  ${NSD_CreateLabel} 0 0 100% 12u "Address of the service"
  Pop $0
  ${NSD_CreateText} 0 13u 100% 13u "$Address"
  Pop $AddressField
  ${NSD_CreateLabel} 0 36u 100% 12u "Pairing code"
  Pop $0
  ${NSD_CreateText} 0 49u 40% 13u "$Code"
  Pop $CodeField
  ${NSD_SetFocus} $AddressField
  nsDialogs::Show
FunctionEnd

; An update keeps what is not entered.
Function LeaveConnection
  ${NSD_GetText} $AddressField $Address
  ${NSD_GetText} $CodeField $Code
  ${If} $Address == ""
  ${AndIfNot} ${FileExists} "${DATA}\agent.json"
    MessageBox MB_ICONEXCLAMATION "Enter the address of the service. The portal shows it with the pairing code."
    Abort
  ${EndIf}
  ${If} $Code == ""
  ${AndIfNot} ${FileExists} "${DATA}\token"
    MessageBox MB_ICONEXCLAMATION "Enter the pairing code. The portal shows it with the address of the service."
    Abort
  ${EndIf}
FunctionEnd

; Sets $2 to 1 if the program runs: it can be renamed then, but not opened for writing.
!macro FindRunning program
  ${If} ${FileExists} "${program}"
    ClearErrors
    FileOpen $5 "${program}" a
    ${If} ${Errors}
      StrCpy $2 1
    ${Else}
      FileClose $5
    ${EndIf}
  ${EndIf}
!macroend

!macro StopAgent prefix
Function ${prefix}StopAgent
  ${If} ${FileExists} "$INSTDIR\bridge-agent.exe"
    ExecWait '"$INSTDIR\bridge-agent.exe" --quit'
  ${EndIf}
  StrCpy $1 0
  ${Do}
    StrCpy $2 0
    !insertmacro FindRunning "$INSTDIR\bridge-agent.exe"
    !insertmacro FindRunning "$INSTDIR\qbhost64.exe"
    !insertmacro FindRunning "$INSTDIR\qbhost32.exe"
    FindFirst $3 $4 "$INSTDIR\versions\*.*"
    ${DoUntil} $4 == ""
      !insertmacro FindRunning "$INSTDIR\versions\$4\node.exe"
      !insertmacro FindRunning "$INSTDIR\versions\$4\qbevents.exe"
      ; Earlier versions have their own hosts.
      !insertmacro FindRunning "$INSTDIR\versions\$4\qbhost64.exe"
      !insertmacro FindRunning "$INSTDIR\versions\$4\qbhost32.exe"
      FindNext $3 $4
    ${Loop}
    FindClose $3
    ${If} $2 == 0
      ${ExitDo}
    ${EndIf}
    IntOp $1 $1 + 1
    ${If} $1 >= ${STOP_ATTEMPTS_MAX}
      MessageBox MB_ICONSTOP "The agent is waiting for QuickBooks. Close open dialogs in QuickBooks and try again." /SD IDOK
      SetErrorLevel ${EXIT_STILL_RUNNING}
      Quit
    ${EndIf}
    Sleep 500
  ${Loop}
FunctionEnd
!macroend
!insertmacro StopAgent ""
!insertmacro StopAgent "un."

; Decides which version is the current one in the end. The agent updates itself, so that an old installer, which somebody
; runs again to connect the PC, may find a newer version.
Function FindVersion
  StrCpy $Version "${VERSION}"
  ${If} ${FileExists} "$INSTDIR\versions\current"
  ${AndIf} ${FileExists} "$INSTDIR\bridge-agent.exe"
    FileOpen $1 "$INSTDIR\versions\current" r
    FileRead $1 $0
    FileClose $1
    ${TrimNewLines} "$0" $0
    ${VersionCompare} "$0" "${VERSION}" $1
    ${If} $1 == 1
    ${AndIf} ${FileExists} "$INSTDIR\versions\$0\node.exe"
    ${AndIf} ${FileExists} "$INSTDIR\versions\$0\agent.cjs"
      DetailPrint "Version $0, which is newer, is installed and stays."
      StrCpy $Version "$0"
    ${EndIf}
  ${EndIf}
FunctionEnd

; Ends the installation after an error. The error flag alone would not.
!macro RequireWritten
  ${If} ${Errors}
    MessageBox MB_ICONSTOP "A file in $INSTDIR cannot be replaced. Restart Windows and run the installer again." /SD IDOK
    Abort
  ${EndIf}
!macroend

; Puts the version next to the others and makes it the current one. Until then, nothing of another version is changed.
Function InstallVersion
  ; The exit code if a file cannot be written.
  SetErrorLevel ${EXIT_NOT_WRITTEN}
  ClearErrors
  RMDir /r "$INSTDIR\versions\${VERSION}.part"
  RMDir /r "$INSTDIR\versions\${VERSION}.old"
  SetOutPath "$INSTDIR\versions\${VERSION}.part"
  File "${FILES}\*.*"
  ; The working folder of a program cannot be renamed.
  SetOutPath "$INSTDIR"
  ${If} ${FileExists} "$INSTDIR\versions\${VERSION}\*.*"
    Rename "$INSTDIR\versions\${VERSION}" "$INSTDIR\versions\${VERSION}.old"
  ${EndIf}
  !insertmacro RequireWritten
  Rename "$INSTDIR\versions\${VERSION}.part" "$INSTDIR\versions\${VERSION}"
  File "/oname=bridge-agent.exe" "${LAUNCHER}"
  ; An update that is on trial or waits to be started is older than what a person installs now.
  Delete "$INSTDIR\versions\staged"
  Delete "$INSTDIR\versions\previous"
  Delete "$INSTDIR\versions\fallback"
  FileOpen $0 "$INSTDIR\versions\current.unfinished" w
  FileWrite $0 "${VERSION}$\n"
  FileClose $0
  Delete "$INSTDIR\versions\current"
  Rename "$INSTDIR\versions\current.unfinished" "$INSTDIR\versions\current"
  !insertmacro RequireWritten
  SetErrorLevel 0
  FindFirst $1 $0 "$INSTDIR\versions\*.*"
  ${DoUntil} $0 == ""
    ${If} $0 != "."
    ${AndIf} $0 != ".."
    ${AndIf} $0 != "${VERSION}"
    ${AndIf} ${FileExists} "$INSTDIR\versions\$0\*.*"
      RMDir /r "$INSTDIR\versions\$0"
    ${EndIf}
    FindNext $1 $0
  ${Loop}
  FindClose $1
FunctionEnd

; The installer has stopped the agent, and has not replaced it.
Function .onInstFailed
  ${If} ${FileExists} "$INSTDIR\bridge-agent.exe"
  ${AndIf} ${FileExists} "$INSTDIR\versions\current"
    Exec '"$INSTDIR\bridge-agent.exe"'
  ${EndIf}
FunctionEnd

; Runs a command of the agent that stores address and token. The agent checks both, and keeps an address that is not given.
!macro RunAgent arguments
  nsExec::ExecToStack '"$INSTDIR\versions\$Version\node.exe" "$INSTDIR\versions\$Version\agent.cjs" ${arguments}'
  Pop $0
  Pop $1
!macroend

Function Connect
  StrCpy $0 0
  StrCpy $2 ""
  ${If} $Address != ""
    StrCpy $2 ' "--url=$Address"'
  ${EndIf}
  ${If} $Code != ""
    !insertmacro RunAgent 'pair$2 "--code=$Code"'
  ${ElseIf} $TokenFile != ""
    !insertmacro RunAgent 'configure$2 "--token-file=$TokenFile"'
  ${ElseIf} $Address != ""
    !insertmacro RunAgent 'configure$2'
  ${EndIf}
  ${If} $0 != 0
    MessageBox MB_ICONSTOP "The agent is installed, but not connected. $1$\r$\nThen start this installer again." /SD IDOK
    SetErrorLevel ${EXIT_NOT_CONNECTED}
  ${EndIf}
FunctionEnd

; Escapes a text for XML. The other special characters are in no path and no name of a user.
!macro EscapeXml text variable
  ${WordReplace} "${text}" "&" "&amp;" "+" ${variable}
!macroend

; Starts the launcher when this user signs in: a task, which restarts it after a crash, or else the Run key.
Function AddAutostart
  ; Variables in the XML of a task stay as they are.
  ReadEnvStr $1 USERDOMAIN
  ReadEnvStr $2 USERNAME
  !insertmacro EscapeXml "$1\$2" $1
  !insertmacro EscapeXml "$INSTDIR\bridge-agent.exe" $3
  InitPluginsDir
  FileOpen $4 "$PLUGINSDIR\task.xml" w
  FileWriteUTF16LE /BOM $4 '<?xml version="1.0" encoding="UTF-16"?>$\r$\n'
  FileWriteUTF16LE $4 '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">$\r$\n'
  FileWriteUTF16LE $4 '<Triggers><LogonTrigger><UserId>$1</UserId></LogonTrigger></Triggers>$\r$\n'
  FileWriteUTF16LE $4 '<Principals><Principal id="Author"><UserId>$1</UserId><LogonType>InteractiveToken</LogonType><RunLevel>LeastPrivilege</RunLevel></Principal></Principals>$\r$\n'
  FileWriteUTF16LE $4 '<Settings><MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy><DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries><StopIfGoingOnBatteries>false</StopIfGoingOnBatteries><ExecutionTimeLimit>PT0S</ExecutionTimeLimit><RestartOnFailure><Interval>PT1M</Interval><Count>10</Count></RestartOnFailure></Settings>$\r$\n'
  FileWriteUTF16LE $4 '<Actions Context="Author"><Exec><Command>$3</Command></Exec></Actions>$\r$\n</Task>$\r$\n'
  FileClose $4
  nsExec::ExecToStack '"$SYSDIR\schtasks.exe" /Create /TN "${NAME} $2" /XML "$PLUGINSDIR\task.xml" /F'
  Pop $0
  Pop $1
  ${If} $0 == 0
    DeleteRegValue HKCU "${RUN_KEY}" "BridgeServiceAgent"
  ${Else}
    WriteRegStr HKCU "${RUN_KEY}" "BridgeServiceAgent" '"$INSTDIR\bridge-agent.exe"'
  ${EndIf}
FunctionEnd

Section
  Call StopAgent
  Call FindVersion
  SetOutPath "$INSTDIR"
  ${If} $Version == "${VERSION}"
    Call InstallVersion
  ${EndIf}
  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr HKCU "${UNINSTALL_KEY}" DisplayName "${NAME}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" DisplayVersion "$Version"
  WriteRegStr HKCU "${UNINSTALL_KEY}" DisplayIcon "$INSTDIR\uninstall.exe"
  WriteRegStr HKCU "${UNINSTALL_KEY}" InstallLocation "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL_KEY}" UninstallString '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL_KEY}" QuietUninstallString '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" NoModify 1
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" NoRepair 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" EstimatedSize $0
  Call Connect
  Call AddAutostart
  ${ReadFlag} "/NOSTART " $0
  ${If} ${Errors}
    Exec '"$INSTDIR\bridge-agent.exe"'
  ${EndIf}
SectionEnd

Section "Uninstall"
  Call un.StopAgent
  ReadEnvStr $2 USERNAME
  nsExec::ExecToStack '"$SYSDIR\schtasks.exe" /Delete /TN "${NAME} $2" /F'
  Pop $0
  Pop $1
  DeleteRegValue HKCU "${RUN_KEY}" "BridgeServiceAgent"
  DeleteRegKey HKCU "${UNINSTALL_KEY}"
  ; qbevents.c registers it.
  DeleteRegKey HKCU "Software\Classes\CLSID\{EBB7D4DC-9388-46D0-878F-25B2393FE2C8}"
  ; By name: the folder may have been chosen with /D and contain other files.
  RMDir /r "$INSTDIR\versions"
  Delete "$INSTDIR\bridge-agent.exe"
  Delete "$INSTDIR\qbhost32.exe*"
  Delete "$INSTDIR\qbhost64.exe*"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  RMDir /r "${DATA}"
SectionEnd
