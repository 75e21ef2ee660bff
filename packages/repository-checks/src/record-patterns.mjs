// Loads the modules in its arguments and prints which patterns each makes from texts on the way, as JSON:
// the pattern, and the line where it is made. A module failing to load has none.
import { pathToFileURL } from 'node:url'

const files = process.argv.slice(2)
const urls = files.map((file) => pathToFileURL(file).href)
/** @type {{ file: string | undefined, line: number, source: string, flags: string }[]} */
const patterns = []
const Original = RegExp

globalThis.RegExp = new Proxy(Original, {
  construct: (target, values) => record(Reflect.construct(target, values)),
  apply: (target, self, values) => record(Reflect.apply(target, self, values)),
})
await Promise.allSettled(urls.map((url) => import(url)))
globalThis.RegExp = Original
process.stdout.write(JSON.stringify(patterns), () => process.exit())

/**
 * @param {RegExp} pattern
 * @returns {RegExp}
 */
function record(pattern) {
  for (const frame of new Error().stack?.split('\n') ?? []) {
    const index = files.findIndex((file, each) => frame.includes(file) || frame.includes(urls[each] ?? file))
    if (index === -1) continue
    const line = Number(frame.split(':').at(-2))
    patterns.push({ file: files[index], line, source: pattern.source, flags: pattern.flags })
    break
  }
  return pattern
}
