/** The Web Connector's messages, with its user's steps. */
const messages = [
  ['No data exchange required', 'Nothing is wrong. No program has asked for data since the last update.'],
  [
    'Application Busy',
    'Another update of this company file is running, the service was not available, or a wrong password was entered five times. Wait a minute, then choose Update Selected.',
  ],
  [
    'QBWC1012',
    'The service could not be reached. Check that the PC has an internet connection, and that no firewall blocks this address. Then choose Update Selected.',
  ],
  [
    'QBWC1013',
    'QuickBooks refused the connection, and the message below says why. Open QuickBooks and the company file that belongs to this connection, as a normal user and not as administrator of Windows. Close every dialog, then choose Update Selected.',
  ],
  [
    'QBWC1022, QBWC1023, QBWC1024',
    'The .qwc file could not be added, because QuickBooks was closed, had no company file open or showed a dialog. Open the company file as Admin, in single-user mode, close every dialog and add the .qwc file again.',
  ],
  [
    'QBWC1030',
    'There is no password yet. Enter the one that you got with the .qwc file in the Password column, press Enter and choose Update Selected.',
  ],
  [
    'QBWC1031, or another company file is open',
    'In QuickBooks, open the company file that belongs to this connection, close every dialog and choose Update Selected. If the message says that the file has no FileID, it is another company file, or a backup of the time before the .qwc file was added: add the .qwc file to it.',
  ],
  [
    'QBWC1039 or QBWC1026, “Unique OwnerID/FileID pair value required”',
    'The company file already has this .qwc file: it was added on another PC, or on this one before the entry was removed. A company file accepts each .qwc file once, and removing the entry does not undo that. Ask the person who gave you the .qwc file for a new one, which comes with another password; in the portal, they choose “New file for another PC”. Remove the earlier entry from this Web Connector, open the company file as Admin, in single-user mode, and add the new file. Nothing in your books is damaged. Intuit’s CP3 tool (QBWC_CP3Tool.exe, Remove Stamp) removes the mark of the earlier file, if you must use that one again.',
  ],
  [
    'QBWC1039 with another text',
    'Open the company file in QuickBooks as Admin, in single-user mode. If the Web Connector still has an entry of this name, remove it. Then add the .qwc file.',
  ],
  [
    'QBWC1040, or a wrong password',
    'Ask the person who gave you the .qwc file for a new password, enter it in the Password column, press Enter and choose Update Selected. The .qwc file stays the same.',
  ],
  ['QBWC1042', 'The update was interrupted. Choose Update Selected. Nothing is posted twice.'],
  [
    'QBWC1048, or an underlying connection that was closed',
    'Windows does not trust the connection. Install the updates of Windows and the current version of the Web Connector.',
  ],
  [
    'QBWC1085',
    'The Web Connector cannot write its log. Exit it, rename QWCLog.txt in C:\\ProgramData\\Intuit\\QBWebConnector\\log to QWCLog-old.txt, and start it again.',
  ],
] as const

const rows = messages.map(([message, steps]) => `<dt>${message}</dt><dd>${steps}</dd>`).join('\n')

/** The page for browsers at the Web Connector's address, to which its Support link leads. */
export const supportPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>QuickBooks Web Connector</title>
<h1>QuickBooks Web Connector</h1>
<p>This is the address that the QuickBooks Web Connector calls. Add the .qwc file of a company file to the Web Connector, enter its password, and tick Auto-Run.</p>
<h2>What the Web Connector shows</h2>
<dl>
${rows}
</dl>
<p>If this does not help, send the log of the Web Connector to the person who gave you the .qwc file. It has no password.</p>
</html>
`
