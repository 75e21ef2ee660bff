; The installer of the agent, for one Windows user and without an administrator.
;   makensis -DVERSION=0.1.0 -DPAYLOAD=FOLDER -DOUTPUT=bridge-agent-setup.exe agent.nsi
; Programs of Windows are called by their path, because a download folder may contain others of their name.
; Flags: /S  /URL=ADDRESS  /CODE=PAIRING-CODE  /TOKENFILE=FILE  /NOSTART
; Exit codes: 0 installed, 1 canceled, 2 the address is missing, 3 the running agent does not end, 4 installed, but not
; connected.

Unicode true
Target amd64-unicode
; Otherwise the result depends on when its parts were built.
SetDateSave off
SetCompressor /SOLID lzma
RequestExecutionLevel user
ManifestDPIAware true

!include FileFunc.nsh
!include LogicLib.nsh
!include MUI2.nsh
!include WordFunc.nsh

!define NAME "Bridge Service Agent"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\BridgeServiceAgent"
!define RUN_KEY "Software\Microsoft\Windows\CurrentVersion\Run"
!define DATA "$LOCALAPPDATA\BridgeServiceAgent"
!define EXIT_NO_ADDRESS 2
!define EXIT_STILL_RUNNING 3
!define EXIT_NOT_CONNECTED 4
; In half seconds, after the launcher has waited for the agent.
!define DELETE_ATTEMPTS_MAX 60

Name "${NAME}"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\BridgeServiceAgent"
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
Var AddressField
Var CodeField

Page custom ShowConnection LeaveConnection
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE English

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
  ${If} ${Silent}
  ${AndIf} $Address == ""
  ${AndIfNot} ${FileExists} "${DATA}\agent.json"
    SetErrorLevel ${EXIT_NO_ADDRESS}
    Quit
  ${EndIf}
FunctionEnd

; An update keeps address and token.
Function ShowConnection
  ${If} ${FileExists} "${DATA}\agent.json"
  ${AndIf} ${FileExists} "${DATA}\token"
  ${AndIf} $Code == ""
    Abort
  ${EndIf}
  !insertmacro MUI_HEADER_TEXT "Connect a company file" "The portal shows the address and the pairing code."
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

Function LeaveConnection
  ${NSD_GetText} $AddressField $Address
  ${NSD_GetText} $CodeField $Code
  ${If} $Address == ""
  ${OrIf} $Code == ""
    MessageBox MB_ICONEXCLAMATION "Enter the address of the service and the pairing code. The portal shows both."
    Abort
  ${EndIf}
FunctionEnd

!macro StopAgent prefix
Function ${prefix}StopAgent
  ${If} ${FileExists} "$INSTDIR\bridge-agent.exe"
    ExecWait '"$INSTDIR\bridge-agent.exe" --quit'
  ${EndIf}
  StrCpy $1 0
  ${Do}
    ; A running program can be renamed, but not deleted.
    ClearErrors
    Delete "$INSTDIR\node.exe"
    ${IfNot} ${Errors}
      Delete "$INSTDIR\bridge-agent.exe"
      ${IfNot} ${Errors}
        ${ExitDo}
      ${EndIf}
    ${EndIf}
    IntOp $1 $1 + 1
    ${If} $1 >= ${DELETE_ATTEMPTS_MAX}
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

; Stores address and token. The agent checks both.
Function Connect
  StrCpy $0 0
  ${If} $Code != ""
    nsExec::ExecToStack '"$INSTDIR\node.exe" "$INSTDIR\agent.cjs" pair "--url=$Address" "--code=$Code"'
    Pop $0
    Pop $1
  ${ElseIf} $TokenFile != ""
    nsExec::ExecToStack '"$INSTDIR\node.exe" "$INSTDIR\agent.cjs" configure "--url=$Address" "--token-file=$TokenFile"'
    Pop $0
    Pop $1
  ${ElseIf} $Address != ""
    nsExec::ExecToStack '"$INSTDIR\node.exe" "$INSTDIR\agent.cjs" configure "--url=$Address"'
    Pop $0
    Pop $1
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
  SetOutPath "$INSTDIR"
  File "${PAYLOAD}\node.exe"
  File "${PAYLOAD}\agent.cjs"
  File "${PAYLOAD}\qbhost64.exe"
  File "${PAYLOAD}\qbhost32.exe"
  File "${PAYLOAD}\bridge-agent.exe"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr HKCU "${UNINSTALL_KEY}" DisplayName "${NAME}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" DisplayVersion "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" DisplayIcon "$INSTDIR\bridge-agent.exe"
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
  ; By name: the folder may have been chosen with /D and contain other files.
  Delete "$INSTDIR\agent.cjs"
  Delete "$INSTDIR\qbhost64.exe"
  Delete "$INSTDIR\qbhost32.exe"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  RMDir /r "${DATA}"
SectionEnd
