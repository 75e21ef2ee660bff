-- The outage of a company file that an email was sent about. Deleted when the company file is back.
CREATE TABLE "offline_alert" (
    "realmId" CHAR(16) NOT NULL,
    "offlineSince" TIMESTAMPTZ(3) NOT NULL,
    "sentAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "offline_alert_pkey" PRIMARY KEY ("realmId")
);
ALTER TABLE "offline_alert" ADD CONSTRAINT "offline_alert_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;
