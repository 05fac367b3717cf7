-- Nothing reads these: sales are listed by the key of their ordinal, and tokens by state, end or picture.
drop index nft.sale_newest;
drop index nft.token_of;
