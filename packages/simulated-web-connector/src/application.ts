import { isIP } from 'node:net'
import { childText, type Element, QbxmlSyntaxError } from '@bridge/qbxml'
import { parseXml } from './parse-xml.ts'
import type { Style } from './serialize-call.ts'

/** A Web Connector application: the contents of its `.qwc` file. */
export interface Application {
  readonly name: string
  /** The address called. */
  readonly url: string
  readonly supportUrl: string
  readonly userName: string
  /** `{GUID}` */
  readonly ownerId: string
  /** `{GUID}` */
  readonly fileId: string
  readonly style: Style
  /** The interval between scheduled updates; undefined without a scheduler. */
  readonly runEverySeconds: number | undefined
}

/** A `.qwc` file refused by the Web Connector. */
export class QwcFileError extends Error {
  override readonly name = 'QwcFileError'
}

const maxDescriptionCharacters = 80

/**
 * Reads a `.qwc` file. See docs/quickbooks/web-connector.md for its elements and allowed addresses.
 *
 * @throws QwcFileError
 */
export function parseQwcFile(text: string): Application {
  const root = parse(text.replace(/^\ufeff/, ''))
  const get = (name: string): string => childText(root, name)?.trim() ?? ''
  const require = (name: string): string => get(name) || refuse(`${name} is missing`)
  const application: Application = {
    name: require('AppName'),
    url: requireUrl(require('AppURL'), 'AppURL', 'QBWC1001'),
    supportUrl: requireUrl(require('AppSupport'), 'AppSupport', 'QBWC1002'),
    userName: require('UserName'),
    ownerId: requireGuid(require('OwnerID'), 'OwnerID'),
    fileId: requireGuid(require('FileID'), 'FileID'),
    style: get('Style').toUpperCase() === 'RPC' ? 'RPC' : 'Document',
    runEverySeconds: readInterval(root),
  }
  if (childText(root, 'AppID') === undefined) refuse('AppID is missing')
  if ([...require('AppDescription')].length > maxDescriptionCharacters) refuse('AppDescription is too long')
  if (require('QBType') !== 'QBFS') refuse('QBType is not QBFS')
  const [url, support] = [new URL(application.url), new URL(application.supportUrl)]
  if (!isLocal(url) && url.hostname !== support.hostname)
    refuse('AppSupport is on another host than AppURL', 'QBWC1000')
  return application
}

function parse(text: string): Element {
  try {
    const root = parseXml(text)
    return root.name === 'QBWCXML' ? root : refuse('the root element is not QBWCXML')
  } catch (error) {
    if (error instanceof QbxmlSyntaxError) return refuse(error.message)
    throw error
  }
}

function refuse(reason: string, code = 'QBWC1039'): never {
  throw new QwcFileError(`${code}: There was a problem adding the application: ${reason}.`)
}

/** Returns an address the Web Connector calls: https, or http on its own machine, and never an IP address. */
function requireUrl(text: string, name: string, codeOfIpAddress: string): string {
  if (!URL.canParse(text)) return refuse(`${name} is not an address`)
  const url = new URL(text)
  if (isIP(url.hostname.replace(/[[\]]/g, '')) !== 0) {
    return refuse(`${name} must have a host name, not an IP address`, codeOfIpAddress)
  }
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url))
  return isAllowed ? text : refuse(`${name} must begin with https, unless it is on this computer`, 'QBWC1010')
}

/** Returns whether a host is the machine itself or another one without a domain. */
function isLocal({ hostname }: URL): boolean {
  return !hostname.includes('.')
}

function requireGuid(text: string, name: string): string {
  return /^\{[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}$/i.test(text) ? text : refuse(`${name} is not a GUID`)
}

function readInterval(root: Element): number | undefined {
  const scheduler = root.children.find(({ name }) => name === 'Scheduler')
  const [interval] = scheduler?.children ?? []
  if (interval === undefined) return undefined
  const value = Number(interval.text)
  if (!Number.isInteger(value) || value < 0) return refuse(`${interval.name} is not a number`)
  if (interval.name === 'RunEveryNMinutes') return value * 60
  return interval.name === 'RunEveryNSeconds' ? value : refuse(`the scheduler has the element ${interval.name}`)
}
