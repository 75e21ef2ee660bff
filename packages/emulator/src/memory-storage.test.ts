import { memoryStorage } from './memory-storage.ts'
import { describeStorage } from './storage.contract.ts'

describeStorage('memory', async () => ({ storage: memoryStorage() }))
