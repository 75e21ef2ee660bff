; Reads address and pairing code from the installer's own name, which the set-up page gives to its download:
; bridge-agent-setup-K7PM2XQAC-bridge.example.exe. A port follows an underscore. The name is untrusted: a person sees both
; before they are used, and only localhost and 127.0.0.1 are addresses without TLS.

!define NAME_PREFIX "bridge-agent-setup-"
!define CODE_CHARACTERS 9
!define HOST_CHARACTERS_MAX 253

; Sets $Address and $Code, or leaves them as they are if the name carries nothing.
Function ReadFileName
  Push $0
  Push $1
  Push $2
  StrLen $0 "${NAME_PREFIX}"
  StrCpy $1 $EXEFILE $0
  ${If} $1 != "${NAME_PREFIX}"
    Goto done
  ${EndIf}
  StrCpy $1 $EXEFILE ${CODE_CHARACTERS} $0
  IntOp $0 $0 + ${CODE_CHARACTERS}
  StrCpy $2 $EXEFILE 1 $0
  ${If} $2 != "-"
    Goto done
  ${EndIf}
  IntOp $0 $0 + 1
  StrCpy $0 $EXEFILE "" $0
  ; The extension, and the number that browsers add to a repeated download: " (1)".
  StrCpy $0 $0 -4
  ${WordFind} "$0" "(" "+1" $0
  StrCpy $2 $0 1 -1
  ${If} $2 == " "
    StrCpy $0 $0 -1
  ${EndIf}
  StrLen $2 $0
  ${If} $2 == 0
  ${OrIf} $2 > ${HOST_CHARACTERS_MAX}
    Goto done
  ${EndIf}
  ; Digits and letters only; in hosts also what separates their parts.
  ${StrFilter} "$1" "12" "" "" $2
  ${If} $2 != $1
    Goto done
  ${EndIf}
  ${StrFilter} "$0" "12" ".-_" "" $2
  ${If} $2 != $0
    Goto done
  ${EndIf}
  StrCpy $Code $1
  ${WordFind} "$0" "_" "+1" $1
  ${WordReplace} "$0" "_" ":" "+1" $0
  ${If} $1 == "localhost"
  ${OrIf} $1 == "127.0.0.1"
    StrCpy $Address "http://$0"
  ${Else}
    StrCpy $Address "https://$0"
  ${EndIf}
  done:
  Pop $2
  Pop $1
  Pop $0
FunctionEnd
