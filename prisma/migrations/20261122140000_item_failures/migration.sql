-- AlterTable
ALTER TABLE "logged_request" ADD COLUMN     "itemFailures" JSONB;

-- Requests with failed items are few, and found beside those that failed as a whole.
CREATE INDEX "logged_request_item_failures" ON "logged_request" ("orgId", "createdAt") WHERE "itemFailures" IS NOT NULL;
