import type { RealmId } from '@bridge/agent-protocol'
import type { Element } from '@bridge/qbxml'
import type { CompanyMemory, CustomFieldDefinition } from './company-memory.ts'
import type { JsonObject, JsonValue } from './json.ts'

/** The type of a value, which decides how each side spells it and how a query compares it. */
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

/** The reason why a value cannot be written, and the harmless values that pass anyway. */
export interface Rejection {
  readonly reason: string
  readonly passes?: Passes
  /** The records that a reference of a line may name, which is confirmed before the write. */
  readonly passesFor?: ReferenceTest
}

/** Records of a desktop list with a certain text. */
export interface ReferenceTest {
  /** The stem of the query for the list. */
  readonly query: string
  /** The prefix of their IDs on the client side. */
  readonly idPrefix: string
  readonly element: string
  readonly text: string
}

export type Passes = (value: JsonValue, body: JsonObject) => boolean

/** A filter that QuickBooks can apply. The query planner implements each of them. */
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

/** One word of a choice, on both sides. */
export interface Choice {
  readonly client: string
  readonly desktop: string
  /** False for a synonym that only clients use. */
  readonly reads?: boolean
  /** False for a word that only QuickBooks can set. */
  readonly writes?: boolean
  /** The reason why QuickBooks has no equivalent of the client's word. */
  readonly refused?: string
}

/** The desktop's words for yes and no where the element is not a boolean; the first of each is written. */
export interface Spelling {
  readonly yes: readonly string[]
  readonly no: readonly string[]
}

/** Selects one of several elements with the same name by the text of one of their elements. */
export interface Label {
  readonly element: string
  readonly text: string
  /** Texts of elements whose values the record has elsewhere too, so that an update does not repeat them. */
  readonly repeats: readonly string[]
}

/** Data that a desktop record does not contain. */
export interface ReadContext {
  /** The ID of `CompanyInfo`. */
  readonly realmId?: RealmId
  /** The time of the read. */
  readonly now?: Date
  /** The lists that calls share. Without it and `now`, lists that are remembered are not read. */
  readonly memory?: CompanyMemory
  /**
   * The message sets of the call can be repeated by another server, which returns the earlier responses by their places.
   * The memory then must not decide how many requests a set has.
   */
  readonly isRepeatable?: true
  /** The list of each name that is not a customer, by the name's ID, for tables whose companion queries read it. */
  readonly nameLists?: ReadonlyMap<string, string>
  /** The custom fields that users defined, by ID, for tables whose companion queries read them. */
  readonly customFields?: ReadonlyMap<string, CustomFieldDefinition>
  /** Whether each sales-tax code is taxable, by its ID, for tables whose companion queries read it. */
  readonly taxCodes?: ReadonlyMap<string, boolean>
  /** The rate of each sales-tax item in percent, by its ID, for tables whose companion queries read it. */
  readonly taxRates?: ReadonlyMap<string, string>
  /** The `CompanyRet` of the file, for tables whose companion queries read it. */
  readonly company?: Element
  /** The body of the write that returned the record. */
  readonly sent?: JsonObject
}

export interface WriteTraits {
  /** Required on create: 2020, or `MISSING_REQUIRED_DESKTOP_ITEM` if it is an item. */
  readonly required?: true | 'item'
  /** Maximum length in code points; 2050 above. Derived from the message tables. */
  readonly max?: number
  /** Maximum length of the full name of a reference. Derived from the message tables. */
  readonly nameMax?: number
  /** Smallest and largest number; 2010 outside. */
  readonly between?: readonly [number, number]
  /** The first day of a date; 1970-01-01 by default. */
  readonly earliest?: string
  /** The name of a list record, which cannot contain `:` (it separates levels), tabs or line breaks. */
  readonly isName?: true
  /** Names, in upper case, that a client may send in place of an ID. */
  readonly names?: readonly string[]
  /** QuickBooks cannot clear it. A blank passes only if the record has no value. */
  readonly notClearable?: true
  /** The desktop has more values than the field shows: an update that repeats what reads show keeps the stored one. */
  readonly keptIfRepeated?: true
  /** A field of the same line that decides next to it. A value with too many decimals then passes, and is not written. */
  readonly yieldsTo?: string
  /** The path in an Add, if it differs from the path that is read. */
  readonly addElement?: string
  /** The path in a Mod, if it differs from the path that is read. */
  readonly modElement?: string
  /** The path in an Add that sets the opening balance, and the field that it requires. */
  readonly openingBalance?: { readonly element: string; readonly withKey: string }
  /** Only a Mod has it. A create with a value other than `initial` becomes an Add and a Mod. */
  readonly modOnly?: { readonly initial: string }
  /** A new account applies to future transactions; posted transactions keep the old one. */
  readonly keepsPosted?: true
  /** The desktop list to which a write adds the name if it is new. */
  readonly createsInList?: string
  /** The fault for a word that is not one of the choices; 2010 by default. */
  readonly unmapped?: 'UNMAPPED_ACCOUNT_TYPE'
}

export interface ReadTraits {
  /** Never part of a response. */
  readonly hidden?: true
  /** Hidden because QuickBooks does not keep it; a client that sends it is warned. */
  readonly isLost?: true
  /** Read-only although clients can set it in QBO, so a client that sends another value is warned. */
  readonly isSetByQuickBooks?: true
  /** Hides a part of the text of the element in the same way as {@link from}. */
  readonly masks?: (text: string) => string | undefined
  /** Replaces reading the element. */
  readonly from?: (record: Element, context: ReadContext) => JsonValue | undefined
}

export interface QueryTraits {
  readonly filter?: Filter
}

/** The shared part of a row, for the documentation. */
export interface Origin {
  readonly part?: string
  /** The part whose row this one replaces. */
  readonly replaces?: string
}

/** The traits of a row. A row states only those that the message tables of qbXML do not. */
export interface Traits {
  /** Stated only where it differs from the type of the element. */
  readonly type?: ValueType
  readonly access?: Access
  /** For `repeatOnly`. */
  readonly rejection?: Rejection
  readonly choices?: readonly Choice[]
  readonly spelling?: Spelling
  /** Positive on the client side, negative on the desktop side. */
  readonly negated?: true
  /**
   * Precedes the ID of a record or reference on the client side, where an entity merges desktop lists whose IDs can be
   * equal. An empty one rejects the IDs of lists that have a prefix.
   */
  readonly idPrefix?: string
  /** The path of the value in the other group of the variant's `oneOf`. */
  readonly alternative?: string
  /** For an element that occurs several times. */
  readonly label?: Label
  readonly write?: WriteTraits
  readonly read?: ReadTraits
  readonly query?: QueryTraits
  /** For the documentation. */
  readonly note?: string
}
