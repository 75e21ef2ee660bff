-- AlterEnum
ALTER TYPE "DesktopCondition" ADD VALUE 'disk_full' AFTER 'paused';
ALTER TYPE "DesktopCondition" ADD VALUE 'responses_not_stored' AFTER 'disk_full';
