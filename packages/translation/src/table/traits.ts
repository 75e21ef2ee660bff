import type { RealmId } from '@bridge/agent-protocol'
import type { FaultCode } from '@bridge/faults'
import type { Element, QbxmlRequest } from '@bridge/qbxml'
import type { CompanyMemory, CustomFieldDefinition } from './company-memory.ts'
import type { JsonObject, JsonValue } from './json.ts'

/** A value's type, which decides how each side spells it and how queries compare it. */
export type ValueType =
  | 'text'
  | 'amount'
  | 'quantity'
  | 'price'
  | 'percent'
  | 'rate'
  | 'integer'
  | 'bool'
  | 'date'
  | 'dateTime'
  | 'choice'
  | 'ref'

export type Access =
  | 'readWrite'
  /** Set on create. An update may only repeat the value. */
  | 'createOnly'
  /** Read. Ignored when a client sends it back. */
  | 'readOnly'
  /** Read. A client may only repeat the value, or send one that passes. */
  | 'repeatOnly'
  /** Read. A create can set it together with the date of the opening balance. */
  | 'openingBalance'
  /** Written one by one after the record. */
  | 'customFields'
  | 'lines'
  /** Part of the QBO API, impossible on the desktop. */
  | 'refused'
  /** Part of the QBO API, never read, ignored when sent. */
  | 'ignored'

/** Why a value cannot be written, and which harmless values pass anyway. */
export interface Rejection {
  readonly reason: string
  /** What a client sends instead, as a sentence. */
  readonly instead: string
  readonly passes?: Passes
  /** The records a line's reference may name, confirmed before the write. */
  readonly passesFor?: ReferenceTest
  /** The record whose own value passes, read before the write. */
  readonly owner?: Omit<OwnedValue, 'reason' | 'instead'>
}

/** A value that belongs to another desktop record. */
export interface OwnedValue {
  /** Why a different value cannot be kept. */
  readonly reason: string
  /** What a client sends instead, as a sentence. */
  readonly instead: string
  /** The field referring to the owner, which is a desktop `query` object. */
  readonly ref: string
  readonly query: string
  /** Paths to the owner's value; the first found counts. */
  readonly elements: readonly string[]
  /** The value within the client's structure. */
  readonly member?: string
  /** Returns whether QuickBooks would use its own value, given the body and an update's current record. */
  readonly isUsed: (body: JsonObject, current: Element | undefined) => boolean
}

/** The meaning of a currency's code or an exchange rate, in files with several currencies. */
export interface CurrencyRule {
  readonly kind: 'code' | 'rate'
  /**
   * The records whose currency it has, so that clients can name no other. The first one in a foreign currency decides;
   * some, such as employees, have no currency.
   */
  readonly owners?: readonly Pick<OwnedValue, 'ref' | 'query'>[]
  /** QuickBooks has no element for it; only what changes nothing passes. */
  readonly isRefused?: true
}

/** Desktop list records with a certain text. */
export interface ReferenceTest {
  /** The list's query stem. */
  readonly query: string
  /** Their client-side ID prefix. */
  readonly idPrefix: string
  readonly element: string
  readonly text: string
}

export type Passes = (value: JsonValue, body: JsonObject) => boolean

/** A filter supported by QuickBooks and implemented by the query planner. */
export type Filter =
  | 'byId'
  | 'byName'
  | 'byFullName'
  | 'byActive'
  | 'byModified'
  | 'byCreated'
  | 'byTxnDate'
  | 'byRefNumber'
  | 'byEntity'
  | 'byOpenBalance'

/** One word in a choice, on both sides. */
export interface Choice {
  readonly client: string
  readonly desktop: string
  /** False for a synonym used only by clients. */
  readonly reads?: boolean
  /** False for a word set only by QuickBooks. */
  readonly writes?: boolean
  /** Why QuickBooks has no equivalent. */
  readonly refused?: string
  /** What a client sends instead of a refused word, as a sentence. */
  readonly instead?: string
}

/** The desktop's words for yes and no where the element is not a boolean; the first ones are written. */
export interface Spelling {
  readonly yes: readonly string[]
  readonly no: readonly string[]
}

/** Selects one among several same-named elements by the text in a child element. */
export interface Label {
  readonly element: string
  readonly text: string
  /** Label texts whose values the record also has elsewhere, so updates do not repeat them. */
  readonly repeats: readonly string[]
}

/** The IDs of records in the company file that a realm's settings name, by setting. */
export type NamedRecords = ReadonlyMap<string, string>

/** Data missing from a desktop record. */
export interface ReadContext {
  /** The `CompanyInfo` ID. */
  readonly realmId?: RealmId
  /** The read time. */
  readonly now?: Date
  /** The lists shared by calls. Without it and `now`, remembered lists are not read. */
  readonly memory?: CompanyMemory
  /**
   * Another server can repeat the call's message sets, returning the earlier responses by position. The memory then
   * must not change how many requests a set has.
   */
  readonly isRepeatable?: true
  /** The list that has each name, customers excepted, by the name's ID, for tables whose companion queries read it. */
  readonly nameLists?: ReadonlyMap<string, string>
  /** The custom fields that users defined, by ID, for tables whose companion queries read them. */
  readonly customFields?: ReadonlyMap<string, CustomFieldDefinition>
  /** Whether each sales-tax code is taxable, by ID, for tables whose companion queries read it. */
  readonly taxCodes?: ReadonlyMap<string, boolean>
  /** Each sales-tax item's rate in percent, by ID, for tables whose companion queries read it. */
  readonly taxRates?: ReadonlyMap<string, string>
  /** The file's `CompanyRet`, for tables whose companion queries read it. */
  readonly company?: Element
  /** The body sent in the write that returned the record. */
  readonly sent?: JsonObject
  /** The records that the realm's settings name. */
  readonly namedRecords?: NamedRecords
  /** Receives each field whose value cannot be read, such as a number with letters. */
  readonly onUnreadable?: (field: string) => void
  /** Called for a currency that the memory does not know. May throw, so that the currency list is read first. */
  readonly onUnknownCurrency?: () => void
}

/** How an update sets a value that only transactions change in QuickBooks Desktop. */
export interface Adjustment {
  /** The realm setting naming the account to which the adjustment is posted. Without it, updates cannot set the value. */
  readonly setting: string
  /** Creates the transaction leading from the stored record to the wanted value; undefined if it has the value. */
  readonly create: (record: Element, wanted: string, account: string) => QbxmlRequest | undefined
}

export interface WriteTraits {
  /** For a create-only value. */
  readonly adjustment?: Adjustment
  /** Required on create: 2020, or `MISSING_REQUIRED_DESKTOP_ITEM` if it is an item. */
  readonly required?: true | 'item'
  /** Maximum length in code points; 2050 above. Derived from the message tables. */
  readonly max?: number
  /** Maximum full name length for a reference. Derived from the message tables. */
  readonly maxNameLength?: number
  /** Smallest and largest number; 2010 outside. */
  readonly between?: readonly [number, number]
  /** The earliest date accepted; 1970-01-01 by default. */
  readonly earliest?: string
  /** A list record's name, which cannot contain `:` (it separates levels), tabs or line breaks. */
  readonly isName?: true
  /** A text people write as a number, so a JSON number passes. */
  readonly acceptsNumbers?: true
  /** Names, in upper case, accepted in place of an ID. */
  readonly names?: readonly string[]
  /** QuickBooks cannot clear it. A blank passes only if the record has no value. */
  readonly notClearable?: true
  /** The desktop has more values than the field shows: an update repeating the field as read keeps the stored one. */
  readonly keptIfRepeated?: true
  /**
   * The field on the same line that takes precedence. A value with too many decimals then passes without being written.
   */
  readonly yieldsTo?: string
  /** The path in an Add, if it differs from the one read. */
  readonly addElement?: string
  /** The path in a Mod, if it differs from the one read. */
  readonly modElement?: string
  /** The path in an Add that sets the opening balance, and the field it requires. */
  readonly openingBalance?: { readonly element: string; readonly withKey: string }
  /** Only a Mod has it. A create with a value other than `initial` becomes an Add and a Mod. */
  readonly modOnly?: { readonly initial: string }
  /** A new account applies to future transactions; posted transactions keep the old one. */
  readonly keepsPosted?: true
  /** The desktop list to which a write adds the name if it is new. */
  readonly createsInList?: string
  /** The fault for an unknown choice; 2010 by default. */
  readonly unknownChoice?: FaultCode
}

export interface ReadTraits {
  /** Never returned. */
  readonly hidden?: true
  /** Hidden because QuickBooks does not keep it; clients sending it are warned. */
  readonly isLost?: true
  /** Read-only although clients can set it in QBO, so clients sending another value are warned. */
  readonly isSetByQuickBooks?: true
  /** Hides a part of the element's text; undefined for a text that shows nothing. */
  readonly masks?: (text: string) => string | undefined
  /** The reference may have QBO's own ID for a record named by a realm setting. */
  readonly mayStandIn?: true
  /** Replaces reading the element. */
  readonly from?: (record: Element, context: ReadContext) => JsonValue | undefined
  /** The elements that `from` reads in addition to the row's own. */
  readonly reads?: readonly string[]
}

export interface QueryTraits {
  readonly filter?: Filter
}

/** The shared part a row comes from, for the documentation. */
export interface Origin {
  readonly part?: string
  /** The part whose row this one replaces. */
  readonly replaces?: string
}

/** A row's traits, stated only where the qbXML message tables do not imply them. */
export interface Traits {
  /** Stated only where it differs from the element's type. */
  readonly type?: ValueType
  readonly access?: Access
  /** For `repeatOnly`. */
  readonly rejection?: Rejection
  readonly choices?: readonly Choice[]
  readonly spelling?: Spelling
  /** Positive on the client side, negative on the desktop side. */
  readonly negated?: true
  /**
   * Precedes a record's or reference's client-side ID, where an entity merges desktop lists whose IDs can be equal. An
   * empty one rejects IDs from lists with a prefix.
   */
  readonly idPrefix?: string
  /** The value's path in the other group in the variant's `oneOf`. */
  readonly alternative?: string
  /** For the currency of the record, and the exchange rate of that currency. */
  readonly currency?: CurrencyRule
  /** For a repeated element. */
  readonly label?: Label
  readonly write?: WriteTraits
  readonly read?: ReadTraits
  readonly query?: QueryTraits
  /** For the documentation. */
  readonly note?: string
}
