-- When an app last used a connection.
ALTER TABLE "connection" ADD COLUMN     "lastUsedAt" TIMESTAMPTZ(3);
