/** The pages' style: the portal's in one column, readable at 320 pixels and in the dark. */
export const styleSheet = `:root { color-scheme: light dark; --back: #ffffff; --text: #18181b; --quiet: #52525b; --line: #e4e4e7; --field-line: #71717a;
  --ink: #18181b; --on-ink: #ffffff; --focus: #1d4ed8; --good: #0b6445; --waiting: #8a4b00; --bad: #b42318; }
@media (prefers-color-scheme: dark) {
  :root { --back: #141416; --text: #f4f4f5; --quiet: #b4b4bd; --line: #2e2e34; --field-line: #8b8b94;
    --ink: #f4f4f5; --on-ink: #18181b; --focus: #7ea6ff; --good: #58c897; --waiting: #f0b45c; --bad: #f97066; }
}
* { box-sizing: border-box; }
body { margin: 0; font: 14px/1.5 "Segoe UI", system-ui, sans-serif; background: var(--back); color: var(--text); }
main { max-width: 40rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { display: flex; flex-wrap: wrap; gap: .25rem .625rem; align-items: center; font-size: 14px; font-weight: 600; margin: 0 0 1rem; }
h2 { font-size: 16px; line-height: 1.4; margin: 0 0 .5rem; }
section, #state, #pause { border: 1px solid var(--line); border-radius: 8px; padding: 1rem; margin: 0 0 1rem; }
p { margin: .5rem 0; }
.quiet, dt { color: var(--quiet); font-weight: 400; }
.good svg { color: var(--good); }
.waiting svg { color: var(--waiting); }
.bad svg { color: var(--bad); }
.sentence { font-size: 20px; font-weight: 600; line-height: 1.3; margin: 0; }
.problem { border: 1px solid var(--bad); border-radius: 8px; padding: .5rem 1rem; }
#state > svg { float: left; margin: .45rem .5rem 0 0; }
dl { clear: both; display: grid; grid-template-columns: minmax(6rem, auto) 1fr; gap: .25rem 1rem; margin: 1rem 0 0; }
dd { margin: 0; }
@media (max-width: 30rem) {
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .5rem; }
}
form, form > p, fieldset { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin: .5rem 0; }
form > p, fieldset { width: 100%; }
fieldset { border: 1px solid var(--line); border-radius: 6px; }
button, .button, select, input, textarea { font: inherit; color: inherit; background: var(--back); border: 1px solid var(--field-line);
  border-radius: 6px; padding: .25rem .75rem; min-height: 36px; }
input[type=checkbox] { width: 1.1rem; height: 1.1rem; min-height: 0; vertical-align: middle; accent-color: var(--ink); }
label:has(input[type=time]) { display: inline-flex; gap: .5rem; align-items: center; }
.day { padding: .25rem 0; }
button, .button { border-color: var(--line); cursor: pointer; text-decoration: none; display: inline-flex; align-items: center; font-weight: 600; }
.primary { background: var(--ink); border-color: var(--ink); color: var(--on-ink); }
textarea { width: 100%; font: 13px/1.4 Consolas, monospace; }
a { color: var(--text); text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
`

/** The pages' script, without which they work, too: keeps the state up to date, and copies the report. */
export const script = `'use strict'
const parts = ['state', 'other', 'recording', 'pause']
const interval = 5000

async function refresh() {
  const response = await fetch('./')
  if (!response.ok) throw new Error('refused')
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  document.title = page.title
  for (const id of parts) {
    const [current, next] = [document.getElementById(id), page.getElementById(id)]
    if (!current || !next || current.innerHTML === next.innerHTML) continue
    current.className = next.className
    current.replaceChildren(...next.childNodes)
  }
}

function watch() {
  setTimeout(async () => {
    try {
      if (!document.hidden) await refresh()
      watch()
    } catch {
      document.getElementById('state').textContent = 'This page is out of date: the agent has ended or was started again. Open the page from the icon of the agent.'
      document.getElementById('state').className = 'bad'
      document.getElementById('pause').replaceChildren()
    }
  }, interval)
}

if (document.getElementById('state')) watch()

const copy = document.getElementById('copy')
if (copy) {
  copy.hidden = false
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById('report').value)
    document.getElementById('copied').textContent = 'Copied.'
  })
}
`
