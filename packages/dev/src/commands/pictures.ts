import { readFileSync, writeFileSync } from 'node:fs'
import { chromium, type Page } from 'playwright'
import { inRepository } from '../files/repository.ts'
import { CommandError } from '../terminal/command-error.ts'
import { chromiumArgs, findChromium } from '../tests/chromium.ts'
import { defineCommand } from './command.ts'

/**
 * `npm run pictures`: draws what programs other than browsers need from the mark in the portal's `icon.svg`:
 * `favicon.ico`, the icon of phones, the picture of shared links, and the mark in emails.
 */
export const command = defineCommand({
  async run() {
    const executablePath = await findChromium()
    if (executablePath === undefined) throw new CommandError('The pictures are drawn by Chromium. Install it first.')
    const browser = await chromium.launch({ executablePath, args: chromiumArgs })
    try {
      await drawPictures(await browser.newPage({ colorScheme: 'light' }))
    } finally {
      await browser.close()
    }
    return 0
  },
})

const fontFile = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'

async function drawPictures(page: Page): Promise<void> {
  const source = readFileSync(inRepository('apps/portal/app/icon.svg'), 'utf8')
  const mark = toImage(source)
  const icons = []
  for (const size of [16, 32, 48]) {
    icons.push({ size, png: await draw(page, { width: size, height: size, body: mark }) })
  }
  writeFileSync(inRepository('apps/portal/app/favicon.ico'), toIco(icons))
  // Phones round the corners themselves.
  const fullBleed = toImage(source.replace('rx="8"', ''))
  const apple = await draw(page, { width: 180, height: 180, body: fullBleed })
  writeFileSync(inRepository('apps/portal/app/apple-icon.png'), apple)
  const shared = await draw(page, { width: 1200, height: 630, body: drawSharedLink(mark) })
  writeFileSync(inRepository('apps/portal/features/welcome/shared-link.png'), shared)
  const inMails = await draw(page, { width: 48, height: 48, body: mark })
  writeFileSync(
    inRepository('packages/identity/src/mail/mark.ts'),
    `/** The mark as a PNG in base64, because email programs show no SVG. Drawn by \`npm run pictures\`. */\nexport const mark =\n  '${inMails.toString('base64')}'\n`,
  )
}

/** An image keeps the style of the drawing to itself. */
function toImage(svg: string): string {
  return `<img src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}" alt="">`
}

interface Picture {
  readonly width: number
  readonly height: number
  readonly body: string
}

/** Renders a body, whose drawing fills it, as a PNG with a transparent ground. */
async function draw(page: Page, { width, height, body }: Picture): Promise<Buffer> {
  await page.setViewportSize({ width, height })
  await page.setContent(
    `<style>*{margin:0;box-sizing:border-box}body>img{display:block;width:${width}px;height:${height}px}</style>${body}`,
  )
  await page.waitForLoadState()
  await page.evaluate(() => document.fonts.ready)
  return page.screenshot({ omitBackground: true })
}

function drawSharedLink(mark: string): string {
  const font = readFileSync(inRepository(fontFile)).toString('base64')
  const station = (title: string, text: string) => `<div class="station"><b>${title}</b><span>${text}</span></div>`
  const arrow = `<svg class="arrow" viewBox="0 0 64 16"><path d="M2 8h58m-8-6 8 6-8 6" fill="none" stroke="#6b6b74" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  return `<style>
@font-face { font-family: Inter; src: url(data:font/woff2;base64,${font}); font-weight: 100 900 }
main { width: 1200px; height: 630px; padding: 72px 80px; display: flex; flex-direction: column; justify-content: space-between; background: #fff; color: #18181b; font-family: Inter }
header { display: flex; align-items: center; gap: 20px; font-size: 32px; font-weight: 600 }
header img { width: 64px; height: 64px }
h1 { font-size: 64px; font-weight: 600; line-height: 1.1; letter-spacing: -1.5px; text-wrap: balance }
section { display: flex; align-items: center; justify-content: space-between; gap: 20px }
.station { flex: 1; display: grid; gap: 6px; padding: 20px 24px; border: 2px solid #e4e4e7; border-radius: 12px; font-size: 26px }
.station span { color: #55555e; font-size: 22px }
.arrow { width: 64px; flex: none }
</style>
<main><header>${mark} Bridge Service</header>
<h1>Call QuickBooks Desktop through the QuickBooks Online API</h1>
<section>${station('Your app', 'REST and JSON')}${arrow}${station('Bridge Service', 'Translates both ways')}${arrow}${station('The PC', 'QuickBooks Desktop')}</section></main>`
}

/** Packs PNGs into an ICO file. */
function toIco(icons: readonly { readonly size: number; readonly png: Buffer }[]): Buffer {
  const entryBytes = 16
  const header = Buffer.alloc(6 + icons.length * entryBytes)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(icons.length, 4)
  let offset = header.length
  icons.forEach(({ size, png }, index) => {
    const entry = 6 + index * entryBytes
    header.writeUInt8(size, entry)
    header.writeUInt8(size, entry + 1)
    header.writeUInt16LE(1, entry + 4)
    header.writeUInt16LE(32, entry + 6)
    header.writeUInt32LE(png.length, entry + 8)
    header.writeUInt32LE(offset, entry + 12)
    offset += png.length
  })
  return Buffer.concat([header, ...icons.map(({ png }) => png)])
}
