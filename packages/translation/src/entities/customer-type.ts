import { nameType } from './name-type.ts'

export const CustomerType = nameType('CustomerType')
