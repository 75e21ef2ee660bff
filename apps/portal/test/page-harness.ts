import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'
import { waitForHydration } from './hydration.ts'

/** A width and a color scheme for checks. */
export interface Appearance {
  readonly width: number
  readonly scheme: 'light' | 'dark'
}

export const wideLight: Appearance = { width: 1440, scheme: 'light' }
export const middleLight: Appearance = { width: 768, scheme: 'light' }
export const narrowDark: Appearance = { width: 360, scheme: 'dark' }

const heightPx = 900
/** A 1440-pixel window at 200 % zoom, and the narrowest one. */
export const zoomedPx = 720
export const narrowestPx = 320
const maxLayoutShift = 0.02

/**
 * Collects console messages, uncaught errors and content security policy violations. Messages expected by a test
 * are listed by a part of their text.
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

/** Sets the window's width and color scheme. */
export async function setAppearance(page: Page, { width, scheme }: Appearance): Promise<void> {
  await page.setViewportSize({ width, height: heightPx })
  await page.emulateMedia({ colorScheme: scheme })
}

/** Records layout shifts from the start of every page opened afterwards. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; sources: string[] }[] = []
    Object.assign(window, { layoutShifts: shifts })
    const describe = ({ node }: { node?: Node | null }) =>
      node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}` : (node?.textContent ?? 'removed')
    new PerformanceObserver((list) => {
      type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Node | null }[] }
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (!hadRecentInput) shifts.push({ value, sources: sources.map(describe) })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Waits until a page shows its data and its fonts. */
export async function waitForData(page: Page): Promise<void> {
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await waitForHydration(page)
  await page.evaluate(() => document.fonts.ready)
}

/** Returns what moved since the page was opened, if noticeable. Needs `recordLayoutShifts`. */
export async function findLayoutShifts(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(
    () => Reflect.get(window, 'layoutShifts') as { value: number; sources: string[] }[],
  )
  const total = shifts.reduce((sum, { value }) => sum + value, 0)
  if (total <= maxLayoutShift) return []
  return [`moves by ${total.toFixed(3)}: ${shifts.flatMap(({ sources }) => sources).join(', ')}`]
}

/** Returns the page's accessibility violations: WCAG 2.2 AA and best practices. */
export async function findViolations(page: Page): Promise<string[]> {
  // axe measures colors, so animations must have ended. A canceled one has, too; a loader's never does.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished),
    ),
  )
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
    .analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/** Expects no accessibility violations and no scrolling sideways, at the window's width. */
export async function expectPageQuality(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  await expect.poll(() => measureOverflow(page)).toBe(0)
}

/** Returns by how much the page scrolls sideways at a width, if it does. */
export async function findOverflow(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: heightPx })
  const overflow = await measureOverflow(page)
  return overflow > 0 ? [`scrolls sideways by ${overflow} pixels at ${width}`] : []
}

/** Measures by how many pixels the page is wider than the window. */
function measureOverflow(page: Page): Promise<number> {
  return page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
}

/** Returns the attributes in which the server and the browser disagree. Production builds do not report them. */
export async function findHydrationMismatches(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const names: Readonly<Record<string, string>> = { className: 'class', htmlFor: 'for', tabIndex: 'tabindex' }
    const compared = /^(id|className|htmlFor|role|href|type|placeholder|name|tabIndex|aria-.*|data-.*)$/
    return [...document.querySelectorAll('body *')].flatMap((element) => {
      const key = Object.keys(element).find((name) => name.startsWith('__reactProps'))
      const props = key === undefined ? {} : (Reflect.get(element, key) as Record<string, unknown>)
      return Object.entries(props).flatMap(([name, value]) => {
        if (!compared.test(name) || typeof value === 'object' || typeof value === 'function') return []
        const isAbsent = value === undefined || (value === false && !/^(aria|data)-/.test(name))
        const wanted = isAbsent ? null : String(value)
        const actual = element.getAttribute(names[name] ?? name)
        return wanted === actual || (wanted === '' && actual === null)
          ? []
          : [`hydration: <${element.tagName.toLowerCase()} ${name}> is ${actual}, not ${wanted}`]
      })
    })
  })
}
