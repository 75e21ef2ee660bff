import { expect, it } from 'vitest'
import { parseLook } from './look.ts'

const host = 'host 64-bit session 2\r\nelevation host normal'
const open = `${host}\nprocess 41 session 2 QBW.EXE\nelevation 41 normal\nwindow 41 main enabled MauiFrame Müller & Söhne - QuickBooks`

it('finds QuickBooks in its own Windows session', () => {
  expect(parseLook(open)).toMatchObject({
    isOpen: true,
    isInOtherSession: false,
    isElevated: false,
    dialog: undefined,
  })
})

it.each(['QBW32.EXE', 'qbw32Pro.exe', 'QBWEnterprise.exe'])('regards %s as QuickBooks', (name) => {
  expect(parseLook(`${host}\nprocess 41 session 2 ${name}`).isOpen).toBe(true)
})

it.each([
  ['no process', host],
  ['the Web Connector', `${host}\nprocess 41 session 2 QBWebConnector.exe`],
  ['nothing', ''],
])('finds no QuickBooks in %s', (_name, text) => {
  expect(parseLook(text)).toMatchObject({ isOpen: false, isInOtherSession: false })
})

it('finds QuickBooks in another Windows session', () => {
  const text = `${host}\nprocess 41 session 1 QBW.EXE\nwindow 41 main disabled MauiFrame X\nwindow 41 owned enabled #32770 Y`
  expect(parseLook(text)).toMatchObject({ isOpen: false, isInOtherSession: true, dialog: undefined })
})

it.each([
  ['Müller & Söhne - QuickBooks', ['Müller & Söhne'], false],
  ['A - B - QuickBooks Desktop Pro 2024 (multi-user) (Admin) - [Home]', ['A - B'], false],
  ['Rock Castle - Intuit QuickBooks Enterprise Solutions 24.0', ['Rock Castle'], false],
  ['QuickBooks Desktop Pro 2024', [], true],
  ['QuickBooks Desktop Pro 2024 - [No Company Open]', [], true],
  ['QuickBooks Consulting - QuickBooks Pro', ['QuickBooks Consulting'], false],
  ['Rock Castle', [], false],
])('reads the title %s', (title, companies, isWithoutFile) => {
  const look = parseLook(`${host}\nprocess 41 session 2 QBW.EXE\nwindow 41 main enabled MauiFrame ${title}`)
  expect(look).toMatchObject({ hasWindow: true, companies, isWithoutFile })
})

it('finds QuickBooks without a window', () => {
  expect(parseLook(`${host}\nprocess 41 session 2 QBW.EXE`)).toMatchObject({ isOpen: true, hasWindow: false })
})

it('finds a dialog by the window that it disables', () => {
  const text = `${open.replace('main enabled', 'main disabled')}\nwindow 41 owned enabled Maui_Help Help\nwindow 41 owned enabled #32770 Update Company File`
  expect(parseLook(text).dialog).toEqual({ className: '#32770', title: 'Update Company File' })
})

it('a window that disables nothing is no dialog', () => {
  expect(parseLook(`${open}\nwindow 41 owned enabled #32770 Find`).dialog).toBeUndefined()
})

it('finds QuickBooks that runs as administrator, unless the agent does, too', () => {
  const elevated = open.replace('elevation 41 normal', 'elevation 41 elevated')
  expect(parseLook(elevated).isElevated).toBe(true)
  expect(parseLook(elevated.replace('host normal', 'host elevated')).isElevated).toBe(false)
})

it("a look's signature changes with the open company file", () => {
  const dialog = `${open}\nwindow 41 owned enabled #32770 Find`
  expect(parseLook(dialog).signature).toBe(parseLook(open).signature)
  expect(parseLook(open.replace('Müller', 'Meier')).signature).not.toBe(parseLook(open).signature)
})

it('finds the versions of the host and its protocol; hosts in use before have none', () => {
  expect(parseLook(`${open}\nversion 3 protocol 2`).host).toEqual({ version: 3, protocol: 2 })
  expect(parseLook(open).host).toBeUndefined()
})

it('ignores lines that it does not know', () => {
  expect(parseLook(`${open}\nmemory 41 12 MB\n\nwindow`).isOpen).toBe(true)
})

it.each([
  ['Rock Castle  - QuickBooks Desktop Pro 2024', 'Rock Castle'],
  ['Müller & Söhne - Intuit QuickBooks Enterprise Solutions 24.0 (via Terminal Server) - [Home]', 'Müller & Söhne'],
  ['QuickBooks Advisors - QuickBooks Premier', 'QuickBooks Advisors'],
  ['Intuit QuickBooks Enterprise Solutions 24.0', undefined],
  ['QuickBooks Desktop', undefined],
  ['', undefined],
  ['Rock Castle', 'Rock Castle'],
])('finds the company in the title “%s”', (title, company) => {
  expect(parseLook(`${host}\nprocess 41 session 2 QBW.EXE\nwindow 41 main enabled MauiFrame ${title}`).company).toBe(
    company,
  )
})
