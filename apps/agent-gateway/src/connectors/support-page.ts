/** The Web Connector's messages, with its user's steps. */
const messages = [
  ['No data exchange required', 'Nothing is wrong. No program has asked for data since the last update.'],
  [
    'Application Busy',
    'Another update of this company file is running, the service was not available, or a wrong password was entered five times. Wait a minute, then choose Update Selected.',
  ],
  [
    'QBWC1012, or a wrong password',
    'Check that the PC has an internet connection. If it has, ask the person who gave you the .qwc file for a new password, enter it in the Password column and choose Update Selected. The .qwc file stays the same.',
  ],
  [
    'QBWC1031, or another company file is open',
    'In QuickBooks, open the company file that belongs to this connection, close every dialog and choose Update Selected. If the message says that the file has no FileID, add the .qwc file again.',
  ],
  [
    'QBWC1039',
    'Open the company file in QuickBooks as Admin, in single-user mode. Remove the earlier entry of this company file from the Web Connector, then add the .qwc file again.',
  ],
  ['QBWC1042', 'The update was interrupted. Choose Update Selected. Nothing is posted twice.'],
  [
    'QBWC1048, or an underlying connection that was closed',
    'Windows does not trust the connection. Install the updates of Windows and the current version of the Web Connector.',
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
