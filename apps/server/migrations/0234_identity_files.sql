-- By the picture: of one that is found again the case it was sent to.
create index document_of_file on identity.document (file_id);
