import { expect, type Page } from 'playwright/test'
import { expectPageQuality } from './page-quality.ts'

/** Every width and color scheme that pages are checked in. */
export const appearances = [360, 768, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, scheme })),
)

const heightPx = 900
const narrowestPx = 320
const layoutShiftMax = 0.02

/**
 * Collects console messages, uncaught errors and violations of the content security policy. Requests that a test
 * expects to fail are listed by a part of their message.
 */
export function collectProblems(page: Page, expected: readonly string[] = []): string[] {
  const problems: string[] = []
  const add = (text: string) => {
    if (!expected.some((part) => text.includes(part))) problems.push(text)
  }
  page.on('pageerror', (error) => add(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) add(message.text())
  })
  return problems
}

/**
 * Checks the open page in every width and color scheme with axe, and that it never scrolls sideways, not even at 320
 * pixels.
 */
export async function expectGoodInEveryAppearance(page: Page): Promise<void> {
  for (const { width, scheme } of appearances) {
    await page.setViewportSize({ width, height: heightPx })
    await page.emulateMedia({ colorScheme: scheme })
    await expectPageQuality(page)
  }
  await page.setViewportSize({ width: narrowestPx, height: heightPx })
  const overflow = () => page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  await expect.poll(overflow).toBe(0)
}

/** Records layout shifts from the start of every page that is opened afterwards. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { layoutShifts: shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) shifts.push(entry.value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Expects that nothing on the page has moved noticeably since it was opened. Needs `recordLayoutShifts`. */
export async function expectSteadyLayout(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  const shifts = await page.evaluate(() => Reflect.get(window, 'layoutShifts') as number[])
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(layoutShiftMax)
}
