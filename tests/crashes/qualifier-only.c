int
main()
{
	int x;
	
restrict x = x & 3;
	return x - 1;
}

