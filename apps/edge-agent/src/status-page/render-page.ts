import { weekdays } from '../pause/quiet-hours.ts'
import type { AgentState } from '../status/agent-states.ts'
import type { LastRequest } from '../status/last-request.ts'
import { brand, shapes } from './brand.ts'
import { type Html, html } from './html.ts'
import type { PageView } from './page-view.ts'

/** A pause's durations, by the form's value. */
export const pauseDurations: Readonly<Record<string, { readonly label: string; readonly minutes?: number }>> = {
  '60': { label: 'for 1 hour', minutes: 60 },
  '240': { label: 'for 4 hours', minutes: 240 },
  '1440': { label: 'for 24 hours', minutes: 1440 },
  resumed: { label: 'until I resume' },
}

const outcomes: Readonly<Record<LastRequest['outcome'], string>> = {
  running: 'QuickBooks is working on it',
  completed: 'completed',
  'not executed': 'not executed',
  unknown: 'sent, without a response',
}

const pausedStates: ReadonlySet<AgentState> = new Set(['paused', 'quiet-hours'])

/** Renders the status page. @param problem why the last change was not made */
export function renderStatusPage(view: PageView, problem?: string): string {
  const { status } = view
  return renderPage(
    status.sentence,
    html`${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
<div id="state" class="${status.tone}" aria-live="polite">${renderState(view)}</div>
<div id="other">${renderOtherCompany(view)}</div>
<div id="recording">${renderRecording(view)}</div>
<div id="pause">${renderPause(status.state)}</div>
<section>${renderQuietHours(view)}</section>
<section>
<h2>Report</h2>
<p>For support: versions, checks and the end of the log, without passwords or bookkeeping data. It takes up to half a minute.</p>
<p><a class="button" href="report">Make a report</a></p>
</section>`,
  )
}

/** Renders a report, which the person copies. */
export function renderReportPage(report: string): string {
  return renderPage(
    'Report',
    html`<h2><label for="report">Report</label></h2>
<p>Send this text to support.</p>
<textarea id="report" readonly rows="20" spellcheck="false">${report}</textarea>
<p><button id="copy" class="primary" type="button" hidden>Copy report</button> <span id="copied" role="status"></span></p>
<p><a href="./">Back to the status</a></p>`,
  )
}

/** Renders a page with a sentence, for refused requests. */
export function renderMessagePage(sentence: string): string {
  return renderPage('Status page', html`<p role="alert">${sentence}</p>`)
}

function renderPage(title: string, content: Html): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Bridge Service agent</title>
<link rel="stylesheet" href="page.css">
<script src="page.js" defer></script>
</head>
<body>
<main>
<h1>${brand}</h1>
${content}
</main>
</body>
</html>
`
  return page.markup
}

function renderState(view: PageView): Html {
  const { status, since, agentVersion, lastRequest, dialogTitle, opensQuickBooks, events } = view
  return html`${shapes[status.tone]}
<p class="sentence">${status.sentence}</p>
${status.remedy !== undefined && html`<p>${status.remedy}</p>`}
${dialogTitle ? html`<p class="quiet">The dialog is called “${dialogTitle}”.</p>` : ''}
<dl>
<dt>${status.state === 'file-unconfirmed' ? 'Company file found' : 'Company file'}</dt><dd>${status.companyFile ?? 'None is open'}</dd>
<dt>Since</dt><dd>${formatTime(since)}</dd>
<dt>Last request</dt><dd>${lastRequest === undefined ? 'None since the start' : renderRequest(lastRequest)}</dd>
<dt>Opens QuickBooks when needed</dt><dd>${opensQuickBooks ? 'Yes' : 'No'}. Change this in the portal, in the settings of the company file.</dd>
${events !== undefined && html`<dt>Finds changes within seconds</dt><dd>${events}</dd>`}
<dt>Version</dt><dd>${agentVersion}</dd>
</dl>`
}

function renderOtherCompany({ otherCompany }: PageView): Html | false {
  if (otherCompany === undefined) return false
  const { expected, open } = otherCompany
  return html`<section>
<h2>Was the company renamed?</h2>
<p>QuickBooks shows “${open}”. This connection has “${expected}”. If it is the same company with a new name, the agent serves it again. For another company file, open the right one, or choose it in the portal.</p>
<form method="post" action="renamed">
<input type="hidden" name="expected" value="${expected}"><input type="hidden" name="open" value="${open}">
<button>It is the same company</button></form>
</section>
`
}

function renderRecording({ recordsUntil }: PageView): Html | false {
  if (recordsUntil === undefined) return false
  return html`<section>
<h2>Recording</h2>
<p>What the agent and QuickBooks exchange is recorded until ${formatTime(recordsUntil)}, without names, amounts or texts. Nothing leaves this PC until you look at the file and send it.</p>
<form method="post" action="end-recording"><button>End the recording</button></form>
</section>
`
}

function renderRequest({ at, kind, outcome }: LastRequest): Html {
  return html`${formatTime(at)}: ${kind === 'read' ? 'read' : 'change'}, ${outcomes[outcome]}`
}

function renderPause(state: AgentState): Html {
  if (pausedStates.has(state)) {
    return html`<h2>Pause</h2>
<p>The agent leaves QuickBooks to you. Requests of your apps fail in the meantime.</p>
<form method="post" action="resume"><button class="primary">Resume</button></form>`
  }
  const options = Object.entries(pauseDurations)
  return html`<h2>Pause</h2>
<p>Leaves QuickBooks to you, for example for a backup or single-user mode. Requests of your apps fail in the meantime.</p>
<form method="post" action="pause">
<label for="duration">Duration</label>
<select id="duration" name="duration">
${options.map(([value, { label }]) => html`<option value="${value}">${label}</option>`)}
</select>
<button class="primary">Pause</button>
</form>`
}

function renderQuietHours({ quietHours }: PageView): Html {
  const zone = quietHours?.timeZone
  const days = weekdays.map(
    (day) =>
      html`<label class="day"><input type="checkbox" name="days" value="${day}"${
        (quietHours === undefined || quietHours.days.includes(day)) && html` checked`
      }> ${day}</label>`,
  )
  return html`<h2 id="quiet-hours">Quiet hours</h2>
<p>The agent pauses at this time on these days. ${zone === undefined ? 'Times are those of this PC.' : `Times are those of ${zone}.`}</p>
<form method="post" action="quiet-hours">
${zone !== undefined && html`<input type="hidden" name="timeZone" value="${zone}">`}
<p><label>From <input type="time" name="from" required value="${quietHours?.from}"></label>
<label>to <input type="time" name="to" required value="${quietHours?.to}"></label></p>
<fieldset><legend>Days</legend>${days}</fieldset>
<button>Save quiet hours</button>
</form>
${
  quietHours !== undefined &&
  html`<form method="post" action="no-quiet-hours"><button>Turn off quiet hours</button></form>`
}`
}

function formatTime(at: Date): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}
