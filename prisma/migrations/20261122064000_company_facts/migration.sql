-- What the first read of a company file found in it.
CREATE TABLE "company_facts" (
    "realmId" CHAR(16) NOT NULL,
    "companyName" TEXT,
    "product" TEXT,
    "version" TEXT,
    "readAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "company_facts_pkey" PRIMARY KEY ("realmId")
);
ALTER TABLE "company_facts" ADD CONSTRAINT "company_facts_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Failures are few: counting those of a day must not read every request of the day. Prisma's schema has no partial indexes.
CREATE INDEX "logged_request_failures_idx" ON "logged_request"("realmId", "createdAt") WHERE status >= 400;
