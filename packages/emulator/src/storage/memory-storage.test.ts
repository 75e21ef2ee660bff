import { describeStorage } from '../../test/storage.contract.ts'
import { memoryStorage } from './memory-storage.ts'

describeStorage('memory', async () => ({ storage: memoryStorage() }))
