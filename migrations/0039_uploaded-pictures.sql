CREATE TABLE "site_pictures" (
	"name" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL
);
