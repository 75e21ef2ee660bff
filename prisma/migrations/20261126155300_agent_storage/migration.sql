-- AlterEnum
ALTER TYPE "DesktopCondition" ADD VALUE 'disk_full';
ALTER TYPE "DesktopCondition" ADD VALUE 'responses_not_stored';
