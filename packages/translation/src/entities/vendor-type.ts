import { nameType } from '../forms/name-type.ts'

export const VendorType = nameType('VendorType')
