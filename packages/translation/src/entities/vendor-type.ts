import { nameType } from './name-type.ts'

export const VendorType = nameType('VendorType')
