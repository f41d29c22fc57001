"""The program without a server: plain Python that answers the page's requests with the documents of the API."""
