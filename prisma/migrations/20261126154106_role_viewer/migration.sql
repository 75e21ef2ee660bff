-- AlterEnum
ALTER TYPE "Role" ADD VALUE 'viewer' AFTER 'member';
