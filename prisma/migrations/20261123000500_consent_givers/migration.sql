-- Forms are bound to a browser. Forms, codes and connections name the user who consents.
ALTER TABLE "consent_request" ADD COLUMN "browserHash" TEXT, ADD COLUMN "userId" TEXT;
ALTER TABLE "authorization_code" ADD COLUMN "userId" TEXT;
ALTER TABLE "connection" ADD COLUMN "consenterId" TEXT;
CREATE INDEX "connection_consenterId_idx" ON "connection"("consenterId");
ALTER TABLE "consent_request" ADD CONSTRAINT "consent_request_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "authorization_code" ADD CONSTRAINT "authorization_code_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "connection" ADD CONSTRAINT "connection_consenterId_fkey" FOREIGN KEY ("consenterId") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;
