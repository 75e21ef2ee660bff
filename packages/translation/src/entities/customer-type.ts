import { nameType } from '../forms/name-type.ts'

export const CustomerType = nameType('CustomerType')
