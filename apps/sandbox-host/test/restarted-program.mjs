// Reports readiness to its supervisor, then loops or swells as its environment says.
import { writeFileSync } from 'node:fs'
import { env } from 'node:process'

const [index] = process.argv.slice(2)
const { START_FILE: file, FIRST_START: first } = env
let isFirst = true
try {
  writeFileSync(`${file}-${index}`, '', { flag: 'wx' })
} catch {
  isFirst = false
}
process.once('disconnect', () => process.exit())
process.once('SIGTERM', () => process.exit())
if (isFirst && first === 'refuses') process.exit(3)
process.send?.('alive')
setInterval(() => process.send?.('alive'), 50)
if (isFirst && index === '0') {
  if (first === 'loops')
    setTimeout(() => {
      for (;;);
    }, 100)
  if (first === 'swells')
    setTimeout(() => {
      const held = []
      for (;;) held.push(new Array(1_000_000).fill(index))
    }, 100)
}
