/** The pages' style: one column, readable at 320 pixels and in the dark. */
export const styleSheet = `:root { color-scheme: light dark; --back: #fff; --text: #1f2328; --quiet: #59606b; --field: #fff; --line: #7d838d; --accent: #1d4ed8;
  --good: #1a7f37; --waiting: #9a6700; --bad: #c2252d; }
@media (prefers-color-scheme: dark) {
  :root { --back: #16181d; --text: #e9ecf1; --quiet: #a9b1bd; --field: #22252c; --line: #8a919c; --accent: #93b4ff;
    --good: #57d17c; --waiting: #e3b341; --bad: #ff8b8b; }
}
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 "Segoe UI", system-ui, sans-serif; background: var(--back); color: var(--text); }
main { max-width: 40rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.1rem; margin: 0 0 1rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { margin: .5rem 0; }
#state { border-left: .5rem solid var(--line); padding: .25rem 1rem; }
#state.good { border-color: var(--good); }
#state.waiting { border-color: var(--waiting); }
#state.bad { border-color: var(--bad); }
.sentence { font-size: 1.35rem; font-weight: 600; line-height: 1.3; }
.problem { border: 2px solid var(--bad); padding: .5rem 1rem; }
dl { display: grid; grid-template-columns: minmax(6rem, auto) 1fr; gap: .25rem 1rem; margin: 1rem 0 0; }
dt { color: var(--quiet); }
dd { margin: 0; }
form, form > p, fieldset { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin: .5rem 0; }
form > p, fieldset { width: 100%; }
fieldset { border: 1px solid var(--line); }
button, .button, select, input, textarea { font: inherit; color: inherit; background: var(--field); border: 1px solid var(--line);
  border-radius: .25rem; padding: .35rem .75rem; }
input[type=checkbox] { width: 1.1rem; height: 1.1rem; vertical-align: middle; }
.day { padding: .25rem 0; }
button, .button { min-height: 2.5rem; cursor: pointer; text-decoration: none; display: inline-block; font-weight: 600;
  border-color: var(--accent); color: var(--accent); }
textarea { width: 100%; font: 13px/1.4 Consolas, monospace; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`

/** The pages' script, without which they work, too: keeps the state up to date, and copies the report. */
export const script = `'use strict'
const parts = ['state', 'pause']
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
